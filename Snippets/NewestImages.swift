// Prints the newest images of a server, online and offline.

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

// snippet.hide
print(try await newestImages(of: "http://127.0.0.1:8080", cacheFolder: URL(filePath: "cache")))
