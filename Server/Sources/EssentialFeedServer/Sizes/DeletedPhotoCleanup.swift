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
        var lastProblem: String?
        do {
            while true {
                var (left, problem): ([UUID: FileError], String?) = ([:], nil)
                do {
                    while try await removePart(&left) {}
                    // Their photos stay in the catalog without texts, to try again.
                    problem = left.values.first.map {
                        "the images of \(left.count) can’t be removed from the state folder: \($0)"
                    }
                } catch let error where !(error is CancellationError) {
                    problem = PlainText.line("\(error)")
                }
                if let problem, problem != lastProblem { logger.error("cannot remove deleted photos: \(problem)") }
                lastProblem = problem
                try await Task.sleep(for: interval)
            }
        } catch {
            // The task was cancelled.
        }
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
