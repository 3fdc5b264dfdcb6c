package import ImageFormats

/// A request to a decoder. Two descriptors are sent with it: one for the encoded data and one for the result's memory.
package struct DecoderRequest: Hashable, Sendable {
    /// The length of each request, in bytes.
    package static let count = 256
    private static let mark: UInt64 = 0x4546_4452_0000_0001

    /// The number that the answer repeats.
    package var number: Int
    /// The requested task.
    package var task: DecoderTask
    /// The length of the encoded data, in bytes.
    package var encodedCount: Int
    /// The length of the memory for the result, in bytes.
    package var resultCount: Int
    /// The most memory that decoding may use, in bytes.
    package var budget: Int
    /// The processor time limit for decoding.
    package var timeLimit: PictureTimeLimit

    package init(
        number: Int, task: DecoderTask, encodedCount: Int, resultCount: Int, budget: Int, timeLimit: PictureTimeLimit
    ) {
        self.number = number
        self.task = task
        self.encodedCount = encodedCount
        self.resultCount = resultCount
        self.budget = budget
        self.timeLimit = timeLimit
    }

    /// Reads a request, or returns `nil` if the bytes aren't one.
    package init?(_ bytes: [UInt8]) {
        var message = MessageBytes(bytes)
        guard bytes.count == Self.count, message.readNumber() == Self.mark else { return nil }
        number = Int(clamping: message.readNumber())
        encodedCount = Int(clamping: message.readNumber())
        resultCount = Int(clamping: message.readNumber())
        budget = Int(clamping: message.readNumber())
        timeLimit = PictureTimeLimit(
            least: .nanoseconds(Int64(clamping: message.readNumber())),
            perMegapixel: .nanoseconds(Int64(clamping: message.readNumber())))
        guard let task = DecoderTask(&message) else { return nil }
        self.task = task
    }

    package var bytes: [UInt8] {
        var message = MessageBytes(count: Self.count)
        message.write(Self.mark)
        for number in [number, encodedCount, resultCount, budget] { message.write(UInt64(clamping: number)) }
        for duration in [timeLimit.least, timeLimit.perMegapixel] { message.write(duration.nanoseconds) }
        task.write(to: &message)
        return message.bytes
    }
}

extension Duration {
    /// The whole nanoseconds, clamped to the largest value that fits.
    fileprivate var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return isTooLarge
            ? UInt64(Int64.max)
            : UInt64(clamping: product.addingReportingOverflow(attoseconds / 1_000_000_000).partialValue)
    }
}

/// The result that a decoder writes to the memory of the request.
package enum DecoderTask: Hashable, Sendable {
    /// The pixels of a picture that fills a box.
    case picture(filling: PixelSize)
    /// Smaller JPEGs with these longer edges in pixels, and a placeholder, laid out by ``SizesMemory``.
    case sizes(longEdges: [Int])
    /// This number of animation frames, the first at this offset of the data, and the canvas after the last one, laid out
    /// by ``FramesMemory``.
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
