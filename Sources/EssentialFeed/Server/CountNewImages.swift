package import HTTPTransport

/// The use case "Count new images": requests the first page of a server's feed and counts the images before the first
/// one that the user has seen. Saves nothing.
package struct CountNewImages: Sendable {
    private let loadFeed: LoadFeedFromRemote

    package init(client: any HTTPClient) { loadFeed = LoadFeedFromRemote(client: client) }

    package func count(at address: ServerAddress, since seen: SeenFeed) async throws -> NewImageCount {
        guard case .feed(let images, _) = try await loadFeed.load(address.feed()) else { return NewImageCount(0) }
        return seen.newCount(in: images)
    }
}

extension SeenFeed {
    /// Returns the number of images before the first seen one. If the order of the seen images has changed, returns 0:
    /// an image in front may not be new.
    fileprivate func newCount(in images: [FeedImage]) -> NewImageCount {
        guard let first = firstSeen(in: images) else {
            return NewImageCount(images.count, isExact: FeedQuery.reachesEnd(images.count))
        }
        return NewImageCount(firstSeenAfterNew(in: images) == nil ? 0 : first)
    }
}

package struct NewImageCount: Hashable, Sendable {
    package let number: Int
    /// Whether the number is exact; if not, there may be more on later pages.
    package let isExact: Bool

    package init(_ number: Int, isExact: Bool = true) { (self.number, self.isExact) = (number, isExact) }

    /// The number as a text, for example "3" or "10+"; `nil` if there are none.
    package var text: String? { number == 0 ? nil : isExact ? String(number) : "\(number)+" }
}
