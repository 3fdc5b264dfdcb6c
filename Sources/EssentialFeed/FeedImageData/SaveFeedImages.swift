public import Foundation

/// The use case "Save feed images": brings in the images of a saved feed, so that it is complete offline (N032).
public struct SaveFeedImages: Sendable {
    /// Sees to it that the bytes are stored.
    public typealias Store = @Sendable (URL) async throws -> FeedImageStoring
    /// How many images of the saved feed are stored.
    public typealias Count = @Sendable () async throws -> Int

    private let images: any FeedImageDataStore
    private let count: Count
    private let store: Store
    private let width: Int

    /// - Parameters:
    ///   - images: tells what is stored already, without reading it.
    ///   - width: how many are loaded beside each other.
    public init(
        images: any FeedImageDataStore, count: @escaping Count, width: Int = 1, store: @escaping Store
    ) {
        precondition(width > 0, "\(width) at a time")
        self.images = images
        self.count = count
        self.width = width
        self.store = store
    }

    /// Goes through the images in their order. An image that fails is passed over; without a connection it ends, and so
    /// it does where an image took the place of another of the feed: storing on would only go on giving up what was
    /// stored (N027).
    /// - Parameter urls: of the saved feed's images, without repetitions.
    /// - Parameter onProgress: told after each image.
    /// - Throws: `CancellationError`, or an error of the store.
    public func execute(
        _ urls: [URL], onProgress: @Sendable (SavedFeedImages) -> Void = { _ in }
    ) async throws -> SavedFeedImages {
        var result = SavedFeedImages(total: urls.count)
        var missing: [URL] = []
        for url in urls {
            try Task.checkCancellation()
            if try await images.retrieve(freshnessFor: url) == nil { missing.append(url) } else { result.saved += 1 }
        }
        onProgress(result)
        try await withThrowingTaskGroup(of: Attempt.self) { group in
            var rest = missing[...]
            for _ in 0..<width { add(rest.popFirst(), to: &group) }
            while let attempt = try await group.next() {
                try Task.checkCancellation()
                try await finish(attempt, &result)
                onProgress(result)
                guard !result.hasEnded else {
                    group.cancelAll()
                    return
                }
                add(rest.popFirst(), to: &group)
            }
        }
        return result
    }

    /// What became of one image. No tuple: returned from a task, one that was made around an `await` held a URL that was
    /// already gone, in release builds of Swift 6.3.1.
    private struct Attempt: Sendable {
        let url: URL
        let outcome: Result<FeedImageStoring, any Error>
    }

    private func add(_ url: URL?, to group: inout ThrowingTaskGroup<Attempt, any Error>) {
        guard let url else { return }
        group.addTask { [store] in
            let outcome: Result<FeedImageStoring, any Error>
            do {
                outcome = .success(try await store(url))
            } catch {
                outcome = .failure(error)
            }
            return Attempt(url: url, outcome: outcome)
        }
    }

    private func finish(_ attempt: Attempt, _ result: inout SavedFeedImages) async throws {
        let url = attempt.url
        switch attempt.outcome {
        case .success(let storing):
            if case .downloaded(let bytes) = storing { result.downloadedBytes += bytes }
            // What the server forbids to store is not there either, nor what the disk does not take.
            guard try await images.retrieve(freshnessFor: url) != nil else {
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
            result.failures.append(SavedFeedImages.Failure(url: url, error: error))
        }
    }
}

/// How far the images of a feed are saved (N032).
public struct SavedFeedImages: Sendable {
    /// Why an image is not saved.
    public struct Failure: Sendable {
        public let url: URL
        public let error: any Error
    }

    /// How many images the feed has.
    public let total: Int
    /// How many of them are stored.
    public internal(set) var saved = 0
    /// How many came, and could not or must not be kept.
    public internal(set) var unsaved = 0
    /// Whether the limit of the disk leaves no room for all of them.
    public internal(set) var isLimited = false
    /// What came from the server.
    public internal(set) var downloadedBytes = 0
    public internal(set) var failures: [Failure] = []

    /// How many have been looked after.
    public var done: Int { saved + unsaved + failures.count }

    public var isComplete: Bool { saved == total }

    /// Whether there is no use in going on.
    var hasEnded: Bool {
        isLimited
            || failures.contains { failure in
                if case .connectivity? = failure.error as? RemoteError { true } else { false }
            }
    }
}
