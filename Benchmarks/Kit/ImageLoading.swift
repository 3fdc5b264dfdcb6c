import EssentialFeed
import EssentialFeedComposition
import EssentialFeedHTTP
package import EssentialFeedStore
package import Foundation
import HTTPTransport
import ImageFormats
package import ImagePipeline

/// The image pipeline over the network's client and the cache on disk, composed as the app composes it.
package struct ImageLoading<Picture: Sendable>: Sendable {
    package let memory: PictureCache<Picture>
    package let pipeline: ImageLoader<Picture>
    package let cache: ServerCache
    private let network: NetworkHTTPClient

    private struct Source: ImageSource {
        let source: LoadFeedImageData
        let onDownload: @Sendable (URL) -> Void

        func cached(_ url: URL) async throws -> Data? { try await source.cached(url) }

        func fetch(_ url: URL) async throws -> Data {
            onDownload(url)
            return try await source.fetch(url)
        }

        func remove(_ url: URL) async throws { try await source.remove(url) }
    }

    /// - Parameters:
    ///   - folder: The folder of the cache.
    ///   - memoryLimit: The limit of decoded pictures, in bytes.
    ///   - onDownload: Receives the URL of each image that is requested from the server.
    package init(
        from address: URL, in folder: URL, decoder: any ImageDecoder<Picture>,
        memoryLimit: Int = 64 << 20, onDownload: @escaping @Sendable (URL) -> Void = { _ in }
    ) async throws {
        let address = try ServerAddress(address.absoluteString)
        let now: @Sendable () -> Date = { Date() }
        let report: @Sendable (any Error) -> Void = { print("note:", $0) }
        let cache = await ServerCache.open(in: folder, for: address, report: report)
        let network = NetworkHTTPClient(settings: try NetworkSettings(), server: address)
        let client = RetryingHTTPClient(
            client: ResumingHTTPClient(client: network, store: cache, report: report), clock: ContinuousClock(),
            jitter: { .random(in: 0...1) }, now: now)
        memory = PictureCache(limit: memoryLimit)
        pipeline = ImageLoader(
            source: Source(
                source: LoadFeedImageData(client: client, store: cache, report: report),
                onDownload: onDownload),
            decoder: decoder, memory: memory, report: report)
        self.cache = cache
        self.network = network
    }

    /// Closes the client and the cache, as a program does.
    package func close() async throws {
        try await network.shutdown()
        try await cache.close()
    }
}
