/// The user's settings.
package struct Preferences: Hashable, Sendable {
    /// The servers that the app remembers.
    package var servers: RememberedServers
    /// The maximum size of all cached images, in bytes.
    package var imageLimit: Int
    /// Which images of the feed are cached in the background for offline use.
    package var offlineChoice: OfflineChoice
    /// Whether notifications are sent for new photos while the window is in the background.
    package var notifiesOfNewPhotos: Bool

    /// Creates preferences.
    package init(servers: RememberedServers, imageLimit: Int, offlineChoice: OfflineChoice, notifiesOfNewPhotos: Bool) {
        self.servers = servers
        self.imageLimit = imageLimit
        self.offlineChoice = offlineChoice
        self.notifiesOfNewPhotos = notifiesOfNewPhotos
    }
}
