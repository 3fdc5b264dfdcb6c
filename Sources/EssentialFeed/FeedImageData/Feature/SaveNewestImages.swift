public import Foundation

/// The use case "Save newest images": loads the pages that list the newest images of the cached feed and caches these
/// images for offline use.
public struct SaveNewestImages: Sendable {
    /// How many images are listed at a time if all are wanted. Each page is saved together with those before it.
    private static let batch = 200

    private let loadCached: @Sendable () async throws -> FeedPage
    private let images: any FeedImageDataStore
    private let saveImages: SaveFeedImages

    /// Creates the use case.
    public init(
        loadCached: @escaping @Sendable () async throws -> FeedPage, images: any FeedImageDataStore,
        saveImages: SaveFeedImages
    ) {
        self.loadCached = loadCached
        self.images = images
        self.saveImages = saveImages
    }

    /// Counts how many of the cached feed's newest images are cached. Sends no request.
    /// - Parameter limit: How many images are wanted; `nil` for all.
    /// - Throws: ``ImageCountError`` for a negative number, ``LoadFeedError`` if no feed is cached, an error of the
    ///   store, or `CancellationError`.
    public func count(newest limit: Int?) async throws -> SavedImages {
        try ImageCountError.check(limit)
        let page = try await loadCached()
        var result = try await images.savedImages(of: page.images.prefix(limit ?? .max).map(\.url))
        if let limit, page.images.count < limit, !page.isWhole { result.total = limit }
        return result
    }

    /// Caches the newest images in order. Pages of the cached feed aren't requested again.
    ///
    /// If a page can't be loaded, the images of the pages before it are cached.
    /// - Parameters:
    ///   - limit: How many images are wanted; `nil` for all.
    ///   - onProgress: Receives the result so far. Called on the current task.
    /// - Throws: ``ImageCountError`` for a negative number, ``LoadFeedError`` if no feed is cached, an error of the
    ///   store, or `CancellationError`, which is also thrown if the feed has been reloaded since.
    public func save(
        newest limit: Int?, onProgress: @escaping @Sendable (SavedImages) -> Void = { _ in }
    ) async throws -> SavedImages {
        try ImageCountError.check(limit)
        let limit = limit ?? .max
        var page = try await loadCached()
        var goal = 0
        while true {
            goal = min(limit, goal + Self.batch)
            // Lists one more image than it saves: a partly saved feed never looks complete.
            let isListed = try await list(min(limit, goal + 1), of: &page)
            let urls = page.images.prefix(goal).map(\.url)
            let total = isListed || limit == .max ? urls.count : limit
            let result = try await saveImages.save(urls) { onProgress(SavedImages(saved: $0.saved, total: total)) }
            guard isListed, !result.isLimited, goal < limit, page.images.count > goal else {
                return SavedImages(saved: result.saved, total: total, isLimited: result.isLimited)
            }
        }
    }

    private func list(_ count: Int, of page: inout FeedPage) async throws -> Bool {
        // A first page with fewer images than requested is the only page.
        guard page.images.count >= FeedQuery.defaultLimit else { return true }
        while page.images.count < count, let loadMore = page.loadMore {
            do {
                page = try await loadMore()
            } catch is RemoteError {
                return page.isWhole
            }
        }
        return true
    }
}

/// A number of images is negative.
public struct ImageCountError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// The number.
    public let count: Int

    public var description: String { "\(count) isn’t a number of photos; use 0 or more, or nil for all" }
    public var errorDescription: String? { description }

    fileprivate static func check(_ count: Int?) throws(ImageCountError) {
        if let count, count < 0 { throw ImageCountError(count: count) }
    }
}

extension FeedImageDataStore {
    /// Counts how many of the wanted images are cached, without reading them.
    package func savedImages(of urls: [URL]) async throws -> SavedImages {
        var result = SavedImages(saved: 0, total: urls.count)
        for url in urls {
            try Task.checkCancellation()
            if try await containsImageData(for: url) { result.saved += 1 }
        }
        return result
    }
}

/// How many of the images wanted offline are cached.
public struct SavedImages: Hashable, Sendable {
    /// How many are cached.
    public var saved: Int
    /// How many are wanted; fewer if the feed is known to have fewer.
    public var total: Int
    /// Whether the cache limit is too small for all of them.
    public var isLimited = false

    /// Creates a result.
    public init(saved: Int, total: Int, isLimited: Bool = false) {
        self.saved = saved
        self.total = total
        self.isLimited = isLimited
    }
}
