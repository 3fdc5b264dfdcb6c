/// Everything that the preferences show.
public struct PreferencesViewModel: Hashable, Sendable {
    /// A server in the list.
    public struct Row: Hashable, Sendable {
        /// The server.
        public let server: RememberedServer
        /// The server's display name.
        public let name: String
        /// Whether the server is shown now, and how much of it is saved.
        public let detail: String
        /// Whether the server is shown now.
        public let isCurrent: Bool
    }

    /// The servers, in the order in which they were added.
    public var servers: [Row] = []
    /// The disk usage; `nil` until measured.
    public var usage: String?
    /// The available cache limits, as texts.
    public var limits: [String] = []
    /// The position of the current limit.
    public var limit = 0
    /// The available choices of images to cache for offline use, as texts.
    public var offlineChoices: [String] = []
    /// The position of the current choice.
    public var offlineChoice = 0
    /// How many of these images are cached; `nil` if unknown.
    public var offlineStatus: String?
    /// Whether notifications are sent for new photos.
    public var notifiesOfNewPhotos = false
    /// Whether any cached data can be cleared.
    public var canClear = false

    /// Creates the view model of empty preferences.
    public init() {}
}
