import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore
import Logging

/// The part of a feed and its images that is on the disk, and stays there when the program ends.
struct OfflineFeed {
    let images: SaveFeedImagesResult
    /// How many of the images can be seen offline.
    let saved: Int
    /// Whether the whole feed can be seen offline.
    let isComplete: Bool

    /// - Parameter page: The feed that the images belong to. One that came from the server isn't on the disk if the cache
    ///   there could not be written to, or if another program writes to it.
    init(_ images: SaveFeedImagesResult, of page: FeedPage, in program: ClientProgram) async {
        self.images = images
        let onDisk = await Self.cachedOnDisk(isNew: page.origin.isRemote, in: program)
        saved = min(images.saved, onDisk ?? 0)
        isComplete = onDisk != nil && saved == images.total
    }

    /// Returns how many images of the feed are on the disk, or `nil` if the feed itself isn't.
    private static func cachedOnDisk(isNew: Bool, in program: ClientProgram) async -> Int? {
        let cache = program.session.cache
        if isNew, await cache.access().error != nil { return nil }
        do {
            let status = try await cache.status()
            return status.folder == nil ? nil : status.cachedFeedImageCount
        } catch {
            program.environment.report(error)
            return nil
        }
    }
}
