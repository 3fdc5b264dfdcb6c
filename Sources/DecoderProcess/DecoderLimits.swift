package import ImageFormats

/// The number of decoders, and how much memory and time they may use.
package struct DecoderLimits: Hashable, Sendable {
    package var decoders = 2
    /// The number of images a decoder decodes before it is replaced.
    package var imagesPerDecoder = 1_000
    /// The most memory, in bytes, for decoding an image.
    package var budget = DecodingMemory.budget
    /// The most memory, in bytes, for an image that can only be decoded as a whole, if higher than the budget.
    package var wholeBudget = DecodingMemory.wholeBudget
    /// The processor time limit for decoding an image.
    package var timeLimit = PictureTimeLimit()
    /// A decoder is ended after this many times its processor time limit. A decoder has a low priority, so beside four
    /// busy programs for each processor it gets a thirteenth of the time.
    package var timeoutFactor = 16
    package var startTime = Duration.seconds(10)
    /// The shortest and longest pause between two starts if decoders end without having decoded anything.
    package var pauses = Duration.milliseconds(250)...Duration.seconds(30)

    package init() {}

    /// Refuses an image that exceeds the limits.
    func admitting(_ plan: DecodePlan, estimate: Int) throws(PictureError) -> DecoderLimits {
        var limits = self
        if plan.mayExceedBudget { limits.budget = max(budget, wholeBudget) }
        guard !plan.isRefused, estimate <= limits.budget else { throw .tooLarge(plan.image.size) }
        return limits
    }

    func timeout(for size: PixelSize) -> Duration { timeLimit.duration(ofPixels: size.pixelCount) * timeoutFactor }

    /// Returns the pause before the next start, given the number of decoders in a row that ended without decoding
    /// anything.
    func pause(after failures: Int) -> Duration {
        let doublings = max(0, min(failures - 1, 16))
        return min(pauses.upperBound, pauses.lowerBound * (1 << doublings))
    }
}
