public import EssentialFeed
import EssentialFeedStore
public import Foundation
public import ImagePipeline

/// The use cases of one server, composed in the same way for every program. Call ``close(onStep:)`` at the end.
public struct ServerSession<Picture: Sendable>: Sendable {
    /// The server.
    public let address: ServerAddress
    /// Loads the feed from the server or, if that fails, from the cache.
    public let loadFeed: LoadFeed
    /// Loads the comments of an image.
    public let loadImageComments: LoadImageCommentsFromRemote
    /// Sends comments on images.
    public let sendImageComment: SendImageCommentToRemote
    /// Loads pictures and image data from memory, the cache or the server.
    public let images: ImageLoader<Picture>
    /// Loads the pictures of a feed's images from the variants that suit the display size.
    public let pictures: LoadFeedImagePicture<Picture>
    /// Caches the images of a feed for offline use.
    public let saveFeedImages: SaveFeedImages
    /// Caches the newest images of the feed for offline use, with the pages that list them.
    public let saveNewestImages: SaveNewestImages
    /// The feed and the image data on this computer.
    public var cache: any SessionCache { infrastructure.cache }

    private let infrastructure: SessionInfrastructure
    private let options: SessionOptions
    private let source: LoadFeedImageData

    /// Composes the use cases over any client and store. Sends no request.
    public init(
        _ address: ServerAddress, over infrastructure: SessionInfrastructure, memory: PictureCache<Picture>,
        decoder: any ImageDecoder<Picture>, options: SessionOptions
    ) {
        let (cache, now, report) = (infrastructure.cache, options.now, options.report)
        let source = LoadFeedImageData(client: infrastructure.imageClient, store: cache, report: report)
        let images = ImageLoader(source: source, decoder: decoder, memory: memory, report: report)
        (self.address, self.infrastructure, self.options) = (address, infrastructure, options)
        (self.source, self.images) = (source, images)
        pictures = LoadFeedImagePicture(
            memory: memory, images: images, isCached: { try await cache.containsImageData(for: $0) },
            report: report)
        loadFeed = LoadFeed(address: address, client: infrastructure.client, store: cache, now: now, report: report)
        loadImageComments = LoadImageCommentsFromRemote(address: address, client: infrastructure.client)
        sendImageComment = SendImageCommentToRemote(address: address, client: infrastructure.client)
        saveFeedImages = SaveFeedImages(
            images: cache, count: { try await cache.status().cachedFeedImageCount },
            losses: cache.losses, width: options.savingWidth,
            store: { try await images.cacheData(of: $0, priority: options.savingPriority) })
        saveNewestImages = SaveNewestImages(
            loadCached: loadFeed.loadCached, images: cache, saveImages: saveFeedImages)
    }

    /// Composes the use cases over the client and store of the context or, by default, over the network and the
    /// server's cache on the disk. Sends no request. `signIn` is called before each request.
    public static func open(
        _ address: ServerAddress, signIn: @escaping @Sendable () async -> SignIn? = { nil },
        memory: PictureCache<Picture>, decoder: any ImageDecoder<Picture>, in context: SessionContext
    ) async -> ServerSession {
        let infrastructure =
            if let given = context.infrastructure {
                given
            } else {
                await SessionInfrastructure.networkAndDisk(of: address, signIn: signIn, in: context)
            }
        return ServerSession(
            address, over: infrastructure, memory: memory, decoder: decoder, options: context.options)
    }

    /// The bytes of an image's largest variant or, without a connection, of the largest cached one. Throws the error of
    /// the source, `StoreError`, or `CancellationError`.
    public func imageData(of image: FeedImage) async throws -> Data {
        do {
            return try await largestImageData(of: image)
        } catch RemoteError.connectivity(let cause) {
            for url in image.urlsFromLargest {
                if let data = try await cache.retrieveImageData(for: url) { return data }
            }
            throw RemoteError.connectivity(cause)
        }
    }

    package func largestImageData(of image: FeedImage) async throws -> Data {
        let url = image.urlsFromLargest[0]
        try await images.cacheData(of: url, priority: .visible)
        if let data = try await cache.retrieveImageData(for: url) { return data }
        // The server forbids caching the image, or the cache can't be written.
        return try await source.load(url)
    }

    /// The largest cached data; `nil` if none is in a file. Throws `StoreError` or `CancellationError`.
    public func savedImage(of image: FeedImage) async throws -> SavedImage? {
        for url in image.urlsFromLargest {
            if let saved = try await cache.savedImage(for: url) { return saved }
        }
        return nil
    }

    /// `open` returns `nil` for bytes of a still image.
    package func loadAnimation(
        open: @escaping LoadFeedImageAnimation<Picture>.Open
    ) -> LoadFeedImageAnimation<Picture> {
        LoadFeedImageAnimation(cached: { [cache] in try await cache.retrieveImageData(for: $0) }, open: open)
    }

    /// Validates this server's cache and the caches that no program is using. `onStep` receives each step with its
    /// error; the others still run.
    public func validateCaches(onStep: @Sendable (SessionStep, (any Error)?) -> Void) async {
        await perform(.validateCache, onStep) {
            try await ValidateFeedCache(store: cache, now: options.now).validate()
        }
        await perform(.validateUnusedCaches, onStep, infrastructure.validateUnusedCaches)
    }

    /// Validates the caches, closes the connections, and then, as it receives the interrupted downloads, deletes or
    /// closes the cache. `onStep` receives each step with its error; the others still run.
    public func close(onStep: @Sendable (SessionStep, (any Error)?) -> Void) async {
        await validateCaches(onStep: onStep)
        await perform(.closeConnections, onStep, infrastructure.disconnect)
        if !options.keepsCache { await perform(.deleteCache, onStep) { try await cache.delete() } }
        await perform(.closeCache, onStep) { try await cache.close() }
    }

    private func perform(
        _ step: SessionStep, _ onStep: @Sendable (SessionStep, (any Error)?) -> Void, _ work: () async throws -> Void
    ) async {
        do {
            try await work()
            onStep(step, nil)
        } catch {
            onStep(step, error)
        }
    }
}
