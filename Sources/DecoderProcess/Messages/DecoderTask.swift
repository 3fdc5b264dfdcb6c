package import ImageFormats

/// The result that a decoder writes to the memory of the request.
package enum DecoderTask: Hashable, Sendable {
    /// The pixels of a picture that fills a box.
    case picture(filling: PixelSize)
    /// Smaller JPEGs with these longer edges in pixels, and a placeholder, at the places in ``SizesMemory``.
    case sizes(longEdges: [Int])
    /// This number of animation frames, the first at this offset of the data, and the canvas after the last one, at the
    /// places in ``FramesMemory``.
    case frames(from: Int, count: Int)

    /// The maximum number of frames in a request.
    package static let maximumFrames = 16
    /// The maximum number of sizes in a request.
    package static let maximumSizes = 8

    /// Whether the result fills its memory.
    var usesWholeResult: Bool {
        switch self {
        case .picture, .frames: true
        case .sizes: false
        }
    }

    /// Reads a task that ``write(to:)`` has written. Returns `nil` for an unknown task.
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
