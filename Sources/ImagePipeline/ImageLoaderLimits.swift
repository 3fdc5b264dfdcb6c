/// How much of the image loader's work runs at a time.
public struct ImageLoaderLimits: Hashable, Sendable {
    /// How much of one kind of work runs at a time.
    public struct Places: Hashable, Sendable {
        /// How many places there are.
        public var total: Int
        /// How many of the places only visible images may take.
        public var keptForVisible: Int
        /// How many places images of background priority may take.
        public var background: Int

        /// Creates limits for one kind of work.
        /// - Precondition: Images of every priority have at least one place.
        public init(total: Int, keptForVisible: Int, background: Int) {
            precondition(keptForVisible >= 0 && total > keptForVisible && background > 0, "places for every priority")
            self.total = total
            self.keptForVisible = keptForVisible
            self.background = background
        }
    }

    /// The limits of looking images up in the cache.
    public var reads = Places(total: 8, keptForVisible: 2, background: 1)
    /// The limits of downloads.
    public var downloads = Places(total: 6, keptForVisible: 2, background: 1)
    /// The limits of decoding: a visible image never waits for two preloads.
    public var decodes = Places(total: 2, keptForVisible: 1, background: 1)
    /// How much memory all decodes together may take, in bytes, as estimated.
    public var decodeBytes = 256 << 20
    /// How much memory a decode may take that runs alone, in bytes, as estimated.
    public var loneDecodeBytes = 768 << 20

    /// The bytes above which a decode is refused.
    var largestDecodeBytes: Int { max(decodeBytes, loneDecodeBytes) }

    /// Creates the default limits: eight lookups, six downloads, two decodes, 256 MiB, and 768 MiB for one that runs alone.
    public init() {}
}
