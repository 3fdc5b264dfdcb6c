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
