import EssentialFeed
import Foundation
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
                    var left: [UUID: FileError] = [:]
                    while try await removePart(&left) {}
                    if let reason = left.values.first { throw ImagesLeft(count: left.count, reason: reason) }
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

    /// Images can't be removed. Their photos stay in the catalog without texts, to try again.
    private struct ImagesLeft: Error, CustomStringConvertible {
        let count: Int
        let reason: FileError
        var description: String { "the images of \(count) can’t be removed from the state folder: \(reason)" }
    }

    /// - Parameter left: The photos whose images can't be removed, which are passed over.
    /// - Returns: Whether there may be more to remove.
    private func removePart(_ left: inout [UUID: FileError]) async throws -> Bool {
        try Task.checkCancellation()
        let (isEmpty, new) = try await threads.runIfActive { [catalog, sizes, left] in
            let photos = try catalog.photosToEmpty(limit: Self.removedTogether + left.count)
                .filter { left[$0] == nil }
            let new = sizes.remove(photos)
            try catalog.empty(photos.filter { new[$0] == nil }, andTextsOf: Array(new.keys))
            return (photos.isEmpty, new)
        }
        left.merge(new) { $1 }
        return !isEmpty
    }
}
