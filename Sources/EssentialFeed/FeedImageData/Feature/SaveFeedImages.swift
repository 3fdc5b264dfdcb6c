public import Foundation
import HTTPTransport
public import ImagePipeline

/// The use case "Save feed images": caches the images of a saved feed, so that the feed is complete offline.
public struct SaveFeedImages: Sendable {
    /// Caches an image unless it is already cached.
    public typealias Store = @Sendable (URL) async throws -> ImageCaching
    /// Returns how many images of the saved feed are cached.
    public typealias Count = @Sendable () async throws -> Int

    private let images: any FeedImageDataStore
    private let count: Count
    private let store: Store
    private let width: Int

    /// Creates the use case.
    /// - Parameters:
    ///   - images: The store, which tells whether an image is cached without reading it.
    ///   - count: Returns how many images of the saved feed are cached.
    ///   - width: How many images are loaded at a time.
    ///   - store: Called for missing images.
    public init(
        images: any FeedImageDataStore, count: @escaping Count, width: Int = 1, store: @escaping Store
    ) {
        precondition(width > 0, "\(width) at a time")
        self.images = images
        self.count = count
        self.width = width
        self.store = store
    }

    /// Saves the missing images in order.
    ///
    /// An image that fails is skipped. If an origin can't be connected to, all its other images are skipped too,
    /// without further requests. Saving ends when an image evicts another one of the feed: continuing would only evict
    /// images that have just been cached.
    /// - Parameters:
    ///   - urls: The images of the saved feed, in order.
    ///   - onProgress: Receives the counts so far, after each missing image. Called on the current task.
    /// - Throws: `CancellationError`, or an error of the store.
    public func save(
        _ urls: [URL], onProgress: @Sendable (SaveFeedImagesResult.Progress) -> Void = { _ in }
    ) async throws -> SaveFeedImagesResult {
        var result = SaveFeedImagesResult(total: urls.count)
        var missing: [URL] = []
        for url in urls {
            try Task.checkCancellation()
            if try await !images.containsImageData(for: url) { missing.append(url) }
        }
        result.saved = urls.count - missing.count
        onProgress(result.progress)
        var unreachable = UnreachableOrigins()
        try await forEach(missing, &unreachable, store) { url, outcome in
            try await finish(url, outcome, &result)
            onProgress(result.progress)
            return !result.isLimited
        }
        return result
    }

    /// Does the work for each URL, several at a time, until `next` returns `false`. If an origin can't be connected to,
    /// its other URLs fail with the same error without any work.
    private func forEach<Value: Sendable>(
        _ urls: [URL], _ unreachable: inout UnreachableOrigins, _ work: @escaping @Sendable (URL) async throws -> Value,
        next: (URL, Result<Value, any Error>) async throws -> Bool
    ) async throws {
        try await withThrowingTaskGroup(of: Attempt<Value>.self) { group in
            var rest = urls[...]
            var running: [URL] = []
            while true {
                while running.count < width, let url = rest.popFirst() {
                    if let error = unreachable.error(for: url) {
                        guard try await next(url, .failure(error)) else { return group.cancelAll() }
                    } else {
                        running.append(url)
                        group.addTask { await Attempt(url, work) }
                    }
                }
                guard !running.isEmpty else { return }
                if unreachable.areAll(of: running), unreachable.areAll(of: rest) {
                    group.cancelAll()
                    rest = (running + rest)[...]
                    running = []
                    continue
                }
                guard let attempt = try await group.next() else { return }
                try Task.checkCancellation()
                if let index = running.firstIndex(of: attempt.url) { running.remove(at: index) }
                if case .failure(let error) = attempt.outcome { unreachable.insert(error, of: attempt.url) }
                guard try await next(attempt.url, attempt.outcome) else { return group.cancelAll() }
            }
        }
    }

    /// The outcome for one image. Not a tuple: in release builds of Swift 6.3.1, a tuple that a task builds around an
    /// `await` and returns contains a released URL.
    private struct Attempt<Value: Sendable>: Sendable {
        let url: URL
        let outcome: Result<Value, any Error>

        init(_ url: URL, _ work: @Sendable (URL) async throws -> Value) async {
            self.url = url
            do {
                outcome = .success(try await work(url))
            } catch {
                outcome = .failure(error)
            }
        }
    }

    private func finish(
        _ url: URL, _ outcome: Result<ImageCaching, any Error>, _ result: inout SaveFeedImagesResult
    ) async throws {
        switch outcome {
        case .success(let caching):
            if case .downloaded(let bytes) = caching { result.downloadedBytes += bytes }
            // The image isn't cached if the server forbids caching or the disk has no room.
            guard try await images.containsImageData(for: url) else {
                result.unsaved += 1
                return
            }
            result.saved += 1
            let stored = try await count()
            if stored < result.saved {
                result.unsaved += result.saved - stored
                result.saved = stored
                result.isLimited = true
            }
        case .failure(let error):
            result.failures.append(SaveFeedImagesResult.Failure(url: url, error: error))
        }
    }
}

/// How many images of a feed are saved.
public struct SaveFeedImagesResult: Sendable {
    /// An image that couldn't be saved, with the error.
    public struct Failure: Sendable {
        /// The image.
        public let url: URL
        /// The error that its load threw.
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
    /// How many images were loaded but couldn't be cached or aren't allowed to be.
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

/// The origins that couldn't be connected to, with their errors.
struct UnreachableOrigins: Sendable {
    private var errors: [Origin: any Error] = [:]

    /// Adds the URL's origin if the error means that the origin can't be connected to.
    mutating func insert(_ error: any Error, of url: URL) {
        guard case .connectivity(let cause)? = error as? RemoteError, let cause = cause as? HTTPClientError,
            cause.isWithoutConnection, let origin = cause.redirectedTo ?? Origin(url)
        else { return }
        errors[origin] = error
    }

    /// Returns whether all of the URLs are known to be unreachable.
    func areAll(of urls: some Sequence<URL>) -> Bool {
        !errors.isEmpty && urls.allSatisfy { error(for: $0) != nil }
    }

    /// Returns why the URL can't be reached; `nil` if it may be reachable.
    func error(for url: URL) -> (any Error)? {
        errors.isEmpty ? nil : Origin(url).flatMap { errors[$0] }
    }
}
