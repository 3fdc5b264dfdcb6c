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

/// Which images of the feed are cached in the background for offline use.
package enum OfflineChoice: String, Codable, Hashable, Sendable, CaseIterable {
    /// Only images that were shown.
    case off
    /// The newest 50.
    case newest50
    /// The newest 200.
    case newest200
    /// As many as fit into the cache limit.
    case all

    /// How many images are wanted; `nil` for all.
    package var count: Int? {
        switch self {
        case .off: 0
        case .newest50: 50
        case .newest200: 200
        case .all: nil
        }
    }
}

/// The disk usage of the caches, in bytes.
package struct CacheUsage: Hashable, Sendable {
    /// The size of all caches, including those of servers that were forgotten.
    package let total: Int
    /// The size of each server's cache. Folders aren't cached.
    package let byServer: [RememberedServer: Int]

    /// Creates a usage from its numbers of bytes.
    package init(total: Int, byServer: [RememberedServer: Int]) {
        self.total = total
        self.byServer = byServer
    }
}

/// A deletion that can be undone until the offer ends.
package struct UndoOffer: Hashable, Sendable, Identifiable {
    /// Identifies the offer.
    package let id: Int
    /// A description of the deletion.
    package let text: String
}
