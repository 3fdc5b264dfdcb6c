/// How many of the images wanted offline are cached.
public struct SavedImages: Hashable, Sendable {
    /// How many are cached.
    public var saved: Int
    /// How many are wanted; fewer if the feed is known to have fewer.
    public var total: Int
    /// Whether the cache limit is too small for all of them.
    public var isLimited = false

    /// Creates a result.
    public init(saved: Int, total: Int, isLimited: Bool = false) {
        self.saved = saved
        self.total = total
        self.isLimited = isLimited
    }
}
