import Foundation
import HTTPTransport
import HTTPTypes
import ImageFormats

/// A server's answer that contains a complete image, which may be shown and cached.
struct FeedImageAnswer {
    let data: Data
    /// How long the data may be used; `nil` if the server forbids caching.
    let freshness: Freshness?

    /// Checks a response.
    /// - Throws: ``RemoteError`` if the status isn't 200, the body is empty, the bytes aren't an image, or they may
    ///   have been cut off.
    init(_ response: DataResponse, requestedAt: Date, receivedAt: Date) throws(RemoteError) {
        data = try LoadFeedImageDataFromRemote.data(of: response)
        guard let format = ImageFormat(of: data) else { throw RemoteError.invalidData(.notAnImage) }
        guard response.isDelimited || format.isWhole(data) else {
            throw RemoteError.connectivity(HTTPClientError(.cut))
        }
        freshness = Freshness(response.headerFields, requestedAt: requestedAt, receivedAt: receivedAt)
    }
}
