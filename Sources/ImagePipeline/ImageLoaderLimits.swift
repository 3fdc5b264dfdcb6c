/// How much of the image pipeline's work runs at the same time (N022, N029).
public struct ImageLoaderLimits: Hashable, Sendable {
    /// The places of one step's queue.
    public struct Places: Hashable, Sendable {
        /// How many run at the same time.
        public var total: Int
        /// The last places, which only visible images take.
        public var keptForVisible: Int
        /// How many of background priority may start beside each other.
        public var background: Int

        /// - Precondition: at least one place is there for every priority.
        public init(total: Int, keptForVisible: Int, background: Int) {
            precondition(keptForVisible >= 0 && total > keptForVisible && background > 0, "places for every priority")
            self.total = total
            self.keptForVisible = keptForVisible
            self.background = background
        }
    }

    /// Looking on the disk.
    public var reads = Places(total: 8, keptForVisible: 2, background: 1)
    /// Asking the server.
    public var downloads = Places(total: 6, keptForVisible: 2, background: 1)
    /// Making pictures of bytes: a visible one never waits for two preloads.
    public var decodes = Places(total: 2, keptForVisible: 1, background: 1)
    /// The most bytes that decoding may take, by estimation, at the same time (N029).
    public var decodeBytes = 256 << 20

    /// The defaults: eight reads, six downloads, two decodes, 256 MiB.
    public init() {}
}
