import EssentialFeed
import EssentialFeedStore
import Logging

/// What of a feed and its images is on the disk, and still there when the program has ended.
struct KeptFeed {
    let images: SavedFeedImages
    /// How many of the images can be seen offline.
    let saved: Int
    /// Whether the whole feed can.
    let isComplete: Bool

    /// - Parameter page: the feed that the images are of. One that came from the server is not kept where the disk was
    ///   not written, or another program writes to it.
    init(_ images: SavedFeedImages, of page: FeedPage, in program: ClientProgram) async {
        self.images = images
        let onDisk = await Self.storedOnDisk(isNew: page.origin.isRemote, in: program)
        saved = min(images.saved, onDisk ?? 0)
        isComplete = onDisk != nil && saved == images.total
    }

    /// How many images of the feed are; `nil` where the feed itself is not.
    private static func storedOnDisk(isNew: Bool, in program: ClientProgram) async -> Int? {
        if isNew, await program.cache.access().error != nil { return nil }
        do {
            let status = try await program.cache.status()
            return status.folder == nil ? nil : status.cachedFeedImageCount
        } catch {
            program.session.logger.warning("\(error)")
            return nil
        }
    }
}
