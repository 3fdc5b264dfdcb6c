import Foundation
import HTTPTransport
import HTTPTypes
import ImageFormats

/// An answer with an image in it, whole, by its own bytes: what may be shown and cached.
struct FeedImageAnswer {
    let data: Data
    /// `nil`: it must not be stored (N033).
    let freshness: Freshness?

    /// - Throws: ``RemoteError``: the status is not 200 (B030), there are no bytes (B031), they are no image (N023), or
    ///   not known to be whole (N023a).
    init(_ response: DataResponse, requestedAt: Date, receivedAt: Date) throws(RemoteError) {
        data = try LoadFeedImageDataFromRemote.data(of: response)
        guard let format = ImageFormat(of: data) else { throw RemoteError.invalidData(.notAnImage) }
        guard response.isDelimited || format.isWhole(data) else {
            throw RemoteError.connectivity(HTTPClientError(.cut))
        }
        freshness = Freshness(response.headerFields, requestedAt: requestedAt, receivedAt: receivedAt)
    }
}
