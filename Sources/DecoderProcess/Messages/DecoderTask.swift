package import ImageFormats

/// What a decoder is asked to make of an image, in the memory that comes with the request.
package enum DecoderTask: Hashable, Sendable {
    /// The pixels of a picture that fills a box.
    case picture(filling: PixelSize)
    /// Smaller JPEGs whose longer edges have so many pixels, and a placeholder, where ``SizesMemory`` says.
    case sizes(longEdges: [Int])
    /// This number of frames of an animation, of which the first is at this position of the data, and the canvas that they
    /// leave, where ``FramesMemory`` says.
    case frames(from: Int, count: Int)

    /// The most frames that one request asks for.
    package static let maximumFrames = 16
    /// The most sizes that one request asks for.
    package static let maximumSizes = 8

    /// Whether the result takes all of the memory that there is for it.
    var usesWholeResult: Bool {
        switch self {
        case .picture, .frames: true
        case .sizes: false
        }
    }

    /// Reads a task that ``write(to:)`` has written, or returns `nil` if there is no such task.
    init?(_ message: inout MessageBytes) {
        switch message.readNumber() {
        case 1:
            let width = Int(clamping: message.readNumber())
            self = .picture(filling: PixelSize(width: width, height: Int(clamping: message.readNumber())))
        case 2:
            let count = Int(clamping: message.readNumber())
            guard (1...Self.maximumSizes).contains(count) else { return nil }
            self = .sizes(longEdges: (0..<count).map { _ in Int(clamping: message.readNumber()) })
        case 3:
            let position = Int(clamping: message.readNumber())
            let count = Int(clamping: message.readNumber())
            guard (1...Self.maximumFrames).contains(count) else { return nil }
            self = .frames(from: position, count: count)
        default: return nil
        }
    }

    func write(to message: inout MessageBytes) {
        switch self {
        case .picture(let box):
            for number in [1, box.width, box.height] { message.write(UInt64(clamping: number)) }
        case .sizes(let longEdges):
            for number in [2, longEdges.count] + longEdges { message.write(UInt64(clamping: number)) }
        case .frames(let position, let count):
            for number in [3, position, count] { message.write(UInt64(clamping: number)) }
        }
    }
}
