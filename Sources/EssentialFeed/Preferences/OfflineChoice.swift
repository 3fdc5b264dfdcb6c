/// Which images of the feed are cached in the background for offline use.
package enum OfflineChoice: String, Codable, Hashable, Sendable, CaseIterable {
    /// Only images that were shown.
    case off
    case newest50
    case newest200
    /// As many as fit into the cache limit.
    case all

    package var count: Int? {
        switch self {
        case .off: 0
        case .newest50: 50
        case .newest200: 200
        case .all: nil
        }
    }
}
