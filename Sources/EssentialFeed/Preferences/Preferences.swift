/// What a person can set in the app.
public struct Preferences: Hashable, Sendable {
    /// The servers that the app remembers.
    public var servers: RememberedServers
    /// The most bytes that all cached images may have.
    public var imageLimit: Int
    /// Whether the images of the feed are cached quietly, to be seen offline.
    public var keepsImagesOffline: Bool
    /// Whether the desktop notifies of new photos while the window is in the background.
    public var notifiesOfNewPhotos: Bool

    /// Creates preferences.
    public init(servers: RememberedServers, imageLimit: Int, keepsImagesOffline: Bool, notifiesOfNewPhotos: Bool) {
        self.servers = servers
        self.imageLimit = imageLimit
        self.keepsImagesOffline = keepsImagesOffline
        self.notifiesOfNewPhotos = notifiesOfNewPhotos
    }
}
