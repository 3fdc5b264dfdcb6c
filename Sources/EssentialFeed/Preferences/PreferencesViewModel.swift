/// Everything that the preferences show.
package struct PreferencesViewModel: Hashable, Sendable {
    /// A server in the list.
    package struct Row: Hashable, Sendable {
        /// The server.
        package let server: RememberedServer
        /// The server's display name.
        package let name: String
        /// Whether the server is shown now, and how much of it is saved.
        package let detail: String
        /// Whether the server is shown now.
        package let isCurrent: Bool
    }

    /// The servers, in the order in which they were added.
    package var servers: [Row] = []
    /// The disk usage; `nil` until measured.
    package var usage: String?
    /// The available cache limits, as texts.
    package var limits: [String] = []
    /// The index of the current limit.
    package var limit = 0
    /// The available choices of images to cache for offline use, as texts.
    package var offlineChoices: [String] = []
    /// The index of the current choice.
    package var offlineChoice = 0
    /// How many images of the current choice are cached, as a text; `nil` if unknown.
    package var offlineStatus: String?
    /// Whether notifications are sent for new photos.
    package var notifiesOfNewPhotos = false
    /// Whether any cached data can be cleared.
    package var canClear = false

    /// Creates the view model of empty preferences.
    package init() {}
}
