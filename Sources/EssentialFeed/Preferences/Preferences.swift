/// The user's settings.
public struct Preferences: Hashable, Sendable {
    /// The servers that the app remembers.
    public var servers: RememberedServers
    /// The maximum size of all cached images, in bytes.
    public var imageLimit: Int
    /// Which images of the feed are cached in the background for offline use.
    public var offlineChoice: OfflineChoice
    /// Whether notifications are sent for new photos while the window is in the background.
    public var notifiesOfNewPhotos: Bool

    /// Creates preferences.
    public init(servers: RememberedServers, imageLimit: Int, offlineChoice: OfflineChoice, notifiesOfNewPhotos: Bool) {
        self.servers = servers
        self.imageLimit = imageLimit
        self.offlineChoice = offlineChoice
        self.notifiesOfNewPhotos = notifiesOfNewPhotos
    }
}
