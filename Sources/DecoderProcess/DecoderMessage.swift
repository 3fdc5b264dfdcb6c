package import ImageFormats

/// A message from a decoder to its client.
package enum DecoderMessage: Hashable, Sendable {
    /// The decoder is ready for requests, with these sandbox features in force.
    case hello(Confinement)
    /// The decoder has finished a request.
    case answer(DecoderAnswer)

    /// The length of each message, in bytes.
    package static let count = 256
    private static let mark: UInt64 = 0x4546_4441_0000_0001

    /// Reads a message, or returns `nil` if the bytes aren't one.
    init?(_ bytes: [UInt8]) {
        var message = MessageBytes(bytes)
        guard bytes.count == Self.count, message.readNumber() == Self.mark else { return nil }
        switch message.readNumber() {
        case 1: self = .hello(Confinement(rawValue: message.readNumber()))
        case 2:
            guard let answer = DecoderAnswer(&message) else { return nil }
            self = .answer(answer)
        default: return nil
        }
    }

    package var bytes: [UInt8] {
        var message = MessageBytes(count: Self.count)
        message.write(Self.mark)
        switch self {
        case .hello(let confinement):
            message.write(1)
            message.write(confinement.rawValue)
        case .answer(let answer):
            message.write(2)
            answer.write(to: &message)
        }
        return message.bytes
    }
}

/// A decoder's answer to a request.
package struct DecoderAnswer: Hashable, Sendable {
    /// The outcome of a request.
    package enum Outcome: Hashable, Sendable {
        /// The memory holds the pixels of a picture.
        case picture(PixelSize, PixelLayout)
        /// The memory holds a placeholder and JPEGs of these lengths, in the order of the requested sizes.
        case sizes(placeholderCount: Int, imageCounts: [Int])
        /// The memory holds this number of animation frames, and the canvas after the last one.
        case frames(Int)
        /// The data can't be decoded.
        case failed(PictureError)
        /// The decoder doesn't know the task.
        case unknownTask
    }

    /// The number of the request.
    package var number: Int
    /// The outcome of the request.
    package var outcome: Outcome

    package init(number: Int, outcome: Outcome) {
        self.number = number
        self.outcome = outcome
    }

    init?(_ message: inout MessageBytes) {
        number = Int(clamping: message.readNumber())
        let kind = message.readNumber()
        let size = PixelSize(width: Int(clamping: message.readNumber()), height: Int(clamping: message.readNumber()))
        let detail = message.readNumber()
        guard kind != 2 else {
            let count = Int(clamping: message.readNumber())
            guard count <= DecoderTask.maximumSizes else { return nil }
            let counts = (0..<count).map { _ in Int(clamping: message.readNumber()) }
            outcome = .sizes(placeholderCount: Int(clamping: detail), imageCounts: counts)
            return
        }
        let text = message.readText()
        switch (kind, detail) {
        case (1, 1): outcome = .picture(size, .rgb)
        case (1, 2): outcome = .picture(size, .premultipliedBGRA)
        case (3, _): outcome = .unknownTask
        case (4, _): outcome = .failed(.undecodable(text))
        case (5, _): outcome = .failed(.unsupportedFormat)
        case (6, _): outcome = .failed(.noMemory)
        case (7, _): outcome = .failed(.tooLarge(size))
        case (8, _): outcome = .failed(.tooSlow)
        case (9, let count): outcome = .frames(Int(clamping: count))
        default: return nil
        }
    }

    func write(to message: inout MessageBytes) {
        message.write(UInt64(clamping: number))
        switch outcome {
        case .picture(let size, let layout): Self.write(1, size, layout == .rgb ? 1 : 2, to: &message)
        case .sizes(let placeholderCount, let imageCounts):
            // The width and height fields stay zero.
            for number in [2, 0, 0, placeholderCount, imageCounts.count] + imageCounts {
                message.write(UInt64(clamping: number))
            }
        case .frames(let count):
            Self.write(9, PixelSize(width: 0, height: 0), UInt64(clamping: count), to: &message)
        case .unknownTask: Self.write(3, to: &message)
        case .failed(.undecodable(let reason)): Self.write(4, text: reason, to: &message)
        case .failed(.unsupportedFormat): Self.write(5, to: &message)
        case .failed(.noMemory): Self.write(6, to: &message)
        case .failed(.tooLarge(let size)): Self.write(7, size, to: &message)
        case .failed(.tooSlow): Self.write(8, to: &message)
        }
    }

    private static func write(
        _ kind: UInt64, _ size: PixelSize = PixelSize(width: 0, height: 0), _ detail: UInt64 = 0, text: String = "",
        to message: inout MessageBytes
    ) {
        message.write(kind)
        message.write(UInt64(clamping: size.width))
        message.write(UInt64(clamping: size.height))
        message.write(detail)
        message.write(text)
    }
}

/// The bytes of a fixed-length message, written or read number by number.
///
/// Both processes run on the same machine, so numbers use its byte order.
struct MessageBytes {
    private(set) var bytes: [UInt8]
    private var position = 0

    /// Creates a message of zeros for writing.
    init(count: Int) {
        bytes = [UInt8](repeating: 0, count: count)
    }

    /// Wraps a message for reading. Reading past its end returns zeros.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func write(_ number: UInt64) {
        withUnsafeBytes(of: number) { write($0) }
    }

    /// Writes the length of a text and as much of the text as fits.
    mutating func write(_ text: String) {
        let room = max(0, bytes.count - position - MemoryLayout<UInt64>.size)
        let utf8 = Array(text.utf8.prefix(room))
        write(UInt64(utf8.count))
        utf8.withUnsafeBytes { write($0) }
    }

    mutating func readNumber() -> UInt64 {
        var number: UInt64 = 0
        withUnsafeMutableBytes(of: &number) { target in
            for index in target.indices where position + index < bytes.count { target[index] = bytes[position + index] }
        }
        position += MemoryLayout<UInt64>.size
        return number
    }

    mutating func readText() -> String {
        let count = Int(clamping: readNumber())
        let text = bytes.dropFirst(position).prefix(count)
        position += text.count
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func write(_ part: UnsafeRawBufferPointer) {
        for byte in part where position < bytes.count {
            bytes[position] = byte
            position += 1
        }
    }
}
