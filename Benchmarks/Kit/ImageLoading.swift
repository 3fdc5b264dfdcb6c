import EssentialFeed
import EssentialFeedComposition
import EssentialFeedHTTP
package import EssentialFeedStore
package import Foundation
import HTTPTransport
import ImageFormats
package import ImagePipeline

/// The image pipeline over the network's client and the cache on disk, composed as the app composes it, but without
/// pictures in memory.
package struct ImageLoading<Picture: Sendable>: Sendable {
    package let pipeline: ImageLoader<Picture>
    package let cache: ServerCache
    private let network: NetworkHTTPClient

    /// - Parameter folder: The folder of the cache.
    package init(from address: URL, in folder: URL, decoder: any ImageDecoder<Picture>) async throws {
        let address = try ServerAddress(address.absoluteString)
        let now: @Sendable () -> Date = { Date() }
        let report: @Sendable (any Error) -> Void = { print("note:", $0) }
        let cache = await ServerCache.open(in: folder, for: address, report: report)
        let network = NetworkHTTPClient(settings: try NetworkSettings(), server: address)
        let client = RetryingHTTPClient(
            client: ResumingHTTPClient(client: network, store: cache, report: report), clock: ContinuousClock(),
            jitter: { .random(in: 0...1) }, now: now)
        pipeline = ImageLoader(
            source: LoadFeedImageData(client: client, store: cache, report: report), decoder: decoder,
            memory: PictureCache(limit: 0), report: report)
        self.cache = cache
        self.network = network
    }

    /// Closes the client and the cache, as a program does.
    package func close() async throws {
        try await network.shutdown()
        try await cache.close()
    }
}
