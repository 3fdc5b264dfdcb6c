import EssentialFeed
import Foundation

/// The other floor of the feed store: one JSON file written and read by Foundation's coders, like the reference app's.
struct FeedFile {
    let file: URL

    private struct Cache: Codable {
        let feed: [Image]
        let loadedAt: Date
    }

    private struct Image: Codable {
        let id: UUID
        let description: String?
        let location: String?
        let url: URL
    }

    func save(_ feed: CachedFeed) throws {
        let images = feed.images.map {
            Image(id: $0.id, description: $0.description, location: $0.location, url: $0.url)
        }
        try JSONEncoder().encode(Cache(feed: images, loadedAt: feed.loadedAt)).write(to: file)
    }

    func retrieve() throws -> CachedFeed {
        let cache = try JSONDecoder().decode(Cache.self, from: try Data(contentsOf: file))
        let images = cache.feed.map {
            LocalFeedImage(id: $0.id, description: $0.description, location: $0.location, url: $0.url)
        }
        return CachedFeed(images: images, loadedAt: cache.loadedAt)
    }
}
