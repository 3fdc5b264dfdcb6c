import Foundation
import HTTPTransport
import HTTPTypes
import ImageFormats

/// A server's answer that carries a whole image, which may be shown and cached.
struct FeedImageAnswer {
    let data: Data
    /// How long the data may be used, or `nil` if the server forbids caching it.
    let freshness: Freshness?

    /// Checks a response.
    /// - Throws: ``RemoteError`` if the status isn't 200, if there are no bytes, if the bytes aren't those of an image, or
    ///   if they may have been cut off.
    init(_ response: DataResponse, requestedAt: Date, receivedAt: Date) throws(RemoteError) {
        data = try LoadFeedImageDataFromRemote.data(of: response)
        guard let format = ImageFormat(of: data) else { throw RemoteError.invalidData(.notAnImage) }
        guard response.isDelimited || format.isWhole(data) else {
            throw RemoteError.connectivity(HTTPClientError(.cut))
        }
        freshness = Freshness(response.headerFields, requestedAt: requestedAt, receivedAt: receivedAt)
    }
}
