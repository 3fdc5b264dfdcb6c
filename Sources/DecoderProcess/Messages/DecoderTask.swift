package import ImageFormats

/// What a decoder is asked to make of an image, in the memory that comes with the request.
package enum DecoderTask: Hashable, Sendable {
    /// The pixels of a picture that fills a box.
    case picture(filling: PixelSize)
    /// A smaller encoded image, no larger than a box and without metadata. No decoder of this version makes one.
    case encoded(within: PixelSize, quality: Int)

    /// Reads a task that ``write(to:)`` has written, or returns `nil` if there is no such task.
    init?(_ message: inout MessageBytes) {
        let kind = message.readNumber()
        let box = PixelSize(width: Int(clamping: message.readNumber()), height: Int(clamping: message.readNumber()))
        let quality = Int(clamping: message.readNumber())
        switch kind {
        case 1: self = .picture(filling: box)
        case 2: self = .encoded(within: box, quality: quality)
        default: return nil
        }
    }

    func write(to message: inout MessageBytes) {
        switch self {
        case .picture(let box): Self.write(1, box, 0, to: &message)
        case .encoded(let box, let quality): Self.write(2, box, quality, to: &message)
        }
    }

    private static func write(_ kind: UInt64, _ box: PixelSize, _ quality: Int, to message: inout MessageBytes) {
        message.write(kind)
        for number in [box.width, box.height, quality] { message.write(UInt64(clamping: number)) }
    }
}
