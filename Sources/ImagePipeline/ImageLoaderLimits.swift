import ImageFormats

/// The limits on the image loader's concurrent work.
public struct ImageLoaderLimits: Hashable, Sendable {
    /// The limits on one kind of work.
    public struct Places: Hashable, Sendable {
        /// The total number of slots.
        public var total: Int
        /// The number of slots reserved for visible images.
        public var keptForVisible: Int
        /// The number of slots that images of background priority may use.
        public var background: Int

        /// Creates limits for one kind of work.
        /// - Precondition: Images of every priority can use at least one slot.
        public init(total: Int, keptForVisible: Int, background: Int) {
            precondition(keptForVisible >= 0 && total > keptForVisible && background > 0, "places for every priority")
            self.total = total
            self.keptForVisible = keptForVisible
            self.background = background
        }
    }

    /// The limits on cache lookups.
    public var reads = Places(total: 8, keptForVisible: 2, background: 1)
    /// The limits on downloads.
    public var downloads = Places(total: 6, keptForVisible: 2, background: 1)
    /// The limits on decodes: a visible image never waits for two preloads.
    public var decodes = Places(total: 2, keptForVisible: 1, background: 1)
    /// The most memory for all decodes together, in estimated bytes.
    public var decodeBytes = DecodingMemory.budget
    /// The most memory for a decode that runs alone, in estimated bytes.
    public var loneDecodeBytes = DecodingMemory.wholeBudget

    /// The maximum estimated bytes of a decode.
    var largestDecodeBytes: Int { max(decodeBytes, loneDecodeBytes) }

    /// Creates the default limits: eight lookups, six downloads, two decodes, 256 MiB, and 768 MiB for a decode that
    /// runs alone.
    public init() {}
}
