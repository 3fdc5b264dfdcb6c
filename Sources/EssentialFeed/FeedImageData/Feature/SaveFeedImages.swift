public import Foundation
import HTTPTransport
public import ImagePipeline

/// The use case "Save feed images": caches the images of a saved feed, which makes the feed complete offline.
public struct SaveFeedImages: Sendable {
    /// Caches an image unless it is already cached.
    public typealias Store = @Sendable (URL) async throws -> ImageCaching
    /// Returns how many images of the saved feed are cached.
    public typealias Count = @Sendable () async throws -> Int
    /// Returns a number that grows whenever images of the saved feed may have left the cache; `nil` if unknown.
    public typealias Losses = @Sendable () async throws -> Int?

    private let images: any FeedImageDataStore
    private let count: Count
    private let losses: Losses
    private let store: Store
    private let width: Int

    /// Creates the use case.
    /// - Parameters:
    ///   - images: The store, which can tell whether an image is cached without reading it.
    ///   - count: Returns how many images of the saved feed are cached. It reads all, so it is called only if images
    ///     may have left the cache.
    ///   - losses: Returns a number that grows whenever images of the saved feed may have left the cache.
    ///   - width: How many images are loaded at a time.
    ///   - store: Called for missing images.
    public init(
        images: any FeedImageDataStore, count: @escaping Count, losses: @escaping Losses, width: Int = 1,
        store: @escaping Store
    ) {
        precondition(width > 0, "\(width) at a time")
        self.images = images
        self.count = count
        self.losses = losses
        self.width = width
        self.store = store
    }

    /// Saves the missing images in order.
    ///
    /// An image that fails is skipped. If an origin can't be connected to, all its other images are skipped too,
    /// without further requests. Saving ends when an image evicts another one of the feed: continuing would only evict
    /// newly cached images.
    /// - Parameters:
    ///   - urls: The images of the saved feed, in order.
    ///   - onProgress: Receives the counts so far: at first, and after each missing image. Called on the current task.
    /// - Throws: `CancellationError`, or an error of the store.
    public func save(
        _ urls: [URL], onProgress: @Sendable (SaveFeedImagesResult.Progress) -> Void = { _ in }
    ) async throws -> SaveFeedImagesResult {
        var result = SaveFeedImagesResult(total: urls.count)
        let firstLosses = try await losses()
        var knownLosses = firstLosses
        var missing: [URL] = []
        for url in urls {
            try Task.checkCancellation()
            if try await !images.containsImageData(for: url) { missing.append(url) }
        }
        result.saved = urls.count - missing.count
        onProgress(result.progress)
        var unreachable: [Origin: any Error] = [:]
        try await withThrowingTaskGroup(of: Attempt.self) { group in
            var rest = missing[...]
            var running = 0
            while !result.isLimited {
                while running < width, let url = rest.popFirst() {
                    if let error = Origin(url).flatMap({ unreachable[$0] }) {
                        result.failures.append(SaveFeedImagesResult.Failure(url: url, error: error))
                        onProgress(result.progress)
                    } else {
                        running += 1
                        group.addTask { await Attempt(url, store) }
                    }
                }
                guard let attempt = try await group.next() else { return }
                try Task.checkCancellation()
                running -= 1
                try await finish(attempt, &result, &unreachable, &knownLosses)
                onProgress(result.progress)
            }
            group.cancelAll()
        }
        // A count during the loads may have included images not yet reported.
        if width > 1, !missing.isEmpty, !result.isLimited, firstLosses == nil || firstLosses != knownLosses {
            try await recount(&result)
        }
        return result
    }

    /// The outcome for one image. Not a tuple: in release builds of Swift 6.3.1, a tuple that a task builds around an
    /// `await` and returns contains a released URL.
    private struct Attempt: Sendable {
        let url: URL
        let outcome: Result<ImageCaching, any Error>

        init(_ url: URL, _ store: Store) async {
            self.url = url
            do {
                outcome = .success(try await store(url))
            } catch {
                outcome = .failure(error)
            }
        }
    }

    private func finish(
        _ attempt: Attempt, _ result: inout SaveFeedImagesResult, _ unreachable: inout [Origin: any Error],
        _ knownLosses: inout Int?
    ) async throws {
        switch attempt.outcome {
        case .success(let caching):
            if case .downloaded(let bytes) = caching { result.downloadedBytes += bytes }
            // The image isn't cached if the server forbids caching or the disk has no room.
            guard try await images.containsImageData(for: attempt.url) else {
                result.unsaved += 1
                return
            }
            result.saved += 1
            let losses = try await losses()
            guard losses == nil || losses != knownLosses else { return }
            knownLosses = losses
            try await recount(&result)
        case .failure(let error):
            result.failures.append(SaveFeedImagesResult.Failure(url: attempt.url, error: error))
            if let origin = Self.unreachableOrigin(attempt.url, error) { unreachable[origin] = error }
        }
    }

    private func recount(_ result: inout SaveFeedImagesResult) async throws {
        let stored = try await count()
        guard stored < result.saved else { return }
        result.unsaved += result.saved - stored
        result.saved = stored
        result.isLimited = true
    }

    private static func unreachableOrigin(_ url: URL, _ error: any Error) -> Origin? {
        guard case .connectivity(let cause)? = error as? RemoteError, let cause = cause as? HTTPClientError,
            cause.isWithoutConnection
        else { return nil }
        return cause.redirectedTo ?? Origin(url)
    }
}

/// How many images of a feed are saved.
public struct SaveFeedImagesResult: Sendable {
    /// An unsaved image, with the error.
    public struct Failure: Sendable {
        /// The image.
        public let url: URL
        /// The error of its load.
        public let error: any Error
    }

    /// The progress of saving.
    public struct Progress: Hashable, Sendable {
        /// How many images the feed has.
        public let total: Int
        /// How many of them are cached.
        public let saved: Int
        /// How many of them have been processed.
        public let done: Int
        /// How many bytes were downloaded.
        public let downloadedBytes: Int
    }

    /// How many images the feed has.
    public let total: Int
    /// How many of them are cached.
    public internal(set) var saved = 0
    /// How many images couldn't be cached, aren't allowed to be, or have left the cache again.
    public internal(set) var unsaved = 0
    /// Whether the disk limit is too small for all of them.
    public internal(set) var isLimited = false
    /// How many bytes were downloaded.
    public internal(set) var downloadedBytes = 0
    /// The images that couldn't be loaded.
    public internal(set) var failures: [Failure] = []

    /// How many images have been processed.
    public var done: Int { saved + unsaved + failures.count }

    /// The counts without the lists: copying the lists after each image would take quadratic time.
    var progress: Progress { Progress(total: total, saved: saved, done: done, downloadedBytes: downloadedBytes) }

    /// Whether all images are cached.
    public var isComplete: Bool { saved == total }
}

extension SaveFeedImagesResult.Failure: CustomStringConvertible, CustomReflectable {
    /// The URL without its secrets, and the error.
    public var description: String { "\(url.withoutSecrets.absoluteString): \(error)" }
    /// A mirror without the URL's secrets.
    public var customMirror: Mirror {
        Mirror(self, children: ["url": url.withoutSecrets.absoluteString, "error": error])
    }
}
