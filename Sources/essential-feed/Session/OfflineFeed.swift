import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore
import Logging

/// The part of a feed and its images that is on disk and remains after the program ends.
struct OfflineFeed {
    let images: SaveFeedImagesResult
    /// The number of images available offline.
    let saved: Int
    /// Whether the whole feed is available offline.
    let isComplete: Bool

    /// - Parameter page: The feed that the images belong to. A feed from the server isn't on disk if the cache couldn't
    ///   be written or another program is writing to it.
    init(_ images: SaveFeedImagesResult, of page: FeedPage, in program: ClientProgram) async {
        self.images = images
        let onDisk = await Self.cachedOnDisk(isNew: page.origin.isRemote, in: program)
        saved = min(images.saved, onDisk ?? 0)
        isComplete = onDisk != nil && saved == images.total
    }

    /// Returns the number of the feed's images on disk, or `nil` if the feed itself isn't on disk.
    private static func cachedOnDisk(isNew: Bool, in program: ClientProgram) async -> Int? {
        let cache = program.session.cache
        switch await cache.access() {
        case .memory: return nil
        case .reader where isNew: return nil
        case .reader, .writer: break
        }
        do {
            return try await cache.status().cachedFeedImageCount
        } catch {
            program.environment.report(error)
            return nil
        }
    }
}
