import EssentialFeed
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation

/// The newest images of a server, online and offline.
func newestImages(of base: String, cacheFolder: URL) async throws -> [String] {
    let address = try ServerAddress(base)
    let client = NetworkHTTPClient(settings: try NetworkSettings(), server: address)
    let cache = await ServerCache.open(in: cacheFolder, for: address)
    let loadFeed = LoadFeed(address: address, client: client, store: cache, now: { Date() })

    let page = try await loadFeed.execute()
    let lines = page.images.map { "\($0.location ?? ""): \($0.description ?? "")" }

    try await cache.close()
    try await client.shutdown()
    return lines
}
