/// All that the preferences show.
public struct PreferencesViewModel: Hashable, Sendable {
    /// A server in the list.
    public struct Row: Hashable, Sendable {
        /// The server.
        public let server: SavedServer
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

/// Draws the preferences.
@MainActor
public protocol PreferencesView: AnyObject {
    /// Draws the view model. Called whenever it has changed, on the main actor.
    func display(_ viewModel: PreferencesViewModel)

    /// Asks whether the cache is to be cleared. The answer is ``PreferencesController/clear()``, or nothing.
    /// - Parameter text: What clearing deletes and how much it frees.
    func askToClear(_ text: String)
}

/// Something that has been taken away and can be brought back until the offer ends.
public struct UndoOffer: Hashable, Sendable, Identifiable {
    /// Identifies the offer.
    public let id: Int
    /// What has been taken away.
    public let text: String
}
