import EssentialFeed
import Logging
import NIOPosix

/// Removes the images and the recorded facts of photos that were deleted an hour ago, even if no images are made.
struct DeletedPhotoCleanup: Sendable {
    /// The maximum number of photos to remove together, so other changes don't wait long.
    static let removedTogether = 256

    let catalog: any PhotoCatalog
    let sizes: SizeCache
    let threads: NIOThreadPool
    let logger: Logger

    /// Removes the due facts and images, and again after each interval, until the task is cancelled.
    func run(every interval: Duration) async {
        var lastError: String?
        do {
            while true {
                do {
                    while try await removePart() {}
                    lastError = nil
                } catch let error where !(error is CancellationError) {
                    let text = PlainText.line("\(error)")
                    if text != lastError { logger.error("cannot remove deleted photos: \(text)") }
                    lastError = text
                }
                try await Task.sleep(for: interval)
            }
        } catch {
            // The task was cancelled.
        }
    }

    /// Images can't be removed. Their photos stay in the catalog, to try again.
    private struct ImagesLeft: Error, CustomStringConvertible {
        let count: Int
        var description: String { "the images of \(count) can’t be removed from the state folder" }
    }

    /// - Returns: Whether there may be more to remove.
    private func removePart() async throws -> Bool {
        try Task.checkCancellation()
        return try await threads.runIfActive { [catalog, sizes] in
            let photos = try catalog.photosToEmpty(limit: Self.removedTogether)
            let left = sizes.remove(photos)
            try catalog.empty(photos.filter { !left.contains($0) })
            guard left.isEmpty else { throw ImagesLeft(count: left.count) }
            return !photos.isEmpty
        }
    }
}
