public import ImageFormats

/// How many decoders run, and how much memory and time they may take.
public struct DecoderLimits: Hashable, Sendable {
    /// How many decoders run at a time.
    public var decoders = 2
    /// How many images a decoder decodes before another one takes its place.
    public var imagesPerDecoder = 1_000
    /// The most memory, in bytes, that decoding an image may take.
    public var budget = 256 << 20
    /// The most memory, in bytes, that decoding an image as a whole may take, if its form leaves no other way and that is more
    /// than the budget.
    public var wholeBudget = 768 << 20
    /// The processor time that decoding an image may take.
    public var timeLimit = PictureTimeLimit()
    /// How many times its processor time a decoder may take before it is ended: other programs may need the processors.
    public var patience = 4
    /// The time that a decoder may take to start.
    public var startTime = Duration.seconds(10)
    /// The least and the most time between two starts, if decoders end without having decoded anything.
    public var pauses = Duration.milliseconds(250)...Duration.seconds(30)

    /// Creates the default limits: two decoders, 256 MiB, and 768 MiB for an image that can only be decoded as a whole.
    public init() {}

    /// Refuses an image that is never decoded, or takes more memory than it may.
    /// - Returns: The most memory, in bytes, that decoding the image may take.
    /// - Throws: ``PictureError/tooLarge(_:)``.
    func admit(_ header: PictureHeader, estimate: Int) throws(PictureError) -> Int {
        let budget = header.mayExceedBudget ? max(budget, wholeBudget) : budget
        guard !header.isRefused, estimate <= budget else { throw .tooLarge(header.image.size) }
        return budget
    }

    /// Returns the time that a decoder may take over an image of a size before it is ended.
    func patience(for size: PixelSize) -> Duration { timeLimit.duration(of: size) * patience }

    /// Returns the time until the next start, after so many decoders in a row that ended without having decoded anything.
    func pause(after failures: Int) -> Duration {
        let doublings = max(0, min(failures - 1, 16))
        return min(pauses.upperBound, pauses.lowerBound * (1 << doublings))
    }
}
