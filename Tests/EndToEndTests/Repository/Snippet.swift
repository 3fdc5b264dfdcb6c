import EssentialFeed
import EssentialFeedComposition
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation

/// Returns a line for each of the newest images of a server, online and offline.
func newestImages(of base: String, cacheFolder: URL) async throws -> [String] {
    let address = try ServerAddress(base)
    return try await NetworkHTTPClient.withClient(settings: NetworkSettings(), server: address) { client in
        try await ServerCache.withCache(in: cacheFolder, for: address) { cache in
            let loadFeed = LoadFeed(address: address, client: client, store: cache, now: { Date() })
            let page = try await loadFeed.load()
            return page.images.map { "\($0.location ?? ""): \($0.description ?? "")" }
        }
    }
}

/// Saves a server's newest photos for offline use, and returns how many are saved.
func saveNewestPhotos(_ count: Int, of base: String, cacheFolder: URL) async throws -> SavedImages {
    let address = try ServerAddress(base)
    let context = SessionContext(
        cacheFolder: cacheFolder, network: try NetworkSettings(), now: { Date() }, report: { print($0) },
        reportCacheError: { print($0) })
    let session = await ServerSession.open(address, in: context)
    do {
        // Saves the feed's first page, and with it the list of the newest photos.
        _ = try await session.loadFeed.load()
        let saved = try await session.saveNewestImages.save(newest: count)
        await session.close { _, error in if let error { print(error) } }
        return saved
    } catch {
        await session.close { _, _ in }
        throw error
    }
}
