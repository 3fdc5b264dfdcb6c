/// All that the preferences show.
public struct PreferencesViewModel: Hashable, Sendable {
    /// A server in the list.
    public struct Row: Hashable, Sendable {
        /// The server.
        public let server: RememberedServer
        /// The name by which people know it.
        public let name: String
        /// Whether it is shown now, and how much of it is saved.
        public let detail: String
        /// Whether it is shown now.
        public let isCurrent: Bool
    }

    /// The servers, in the order in which they came.
    public var servers: [Row] = []
    /// How much of the disk is used; `nil` as long as that isn't known.
    public var usage: String?
    /// The limits of the cache that can be chosen, in words.
    public var limits: [String] = []
    /// The position of the limit that is in force.
    public var limit = 0
    /// Whether the images of the feed are cached quietly.
    public var keepsImagesOffline = true
    /// Whether the desktop notifies of new photos.
    public var notifiesOfNewPhotos = false
    /// Whether there is something to clear.
    public var canClear = false

    /// Creates the view model of preferences that nothing is known of yet.
    public init() {}
}
