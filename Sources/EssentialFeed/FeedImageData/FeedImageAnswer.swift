import Foundation

/// An answer with an image in it, whole, by its own bytes: what may be shown and cached.
struct FeedImageAnswer {
    let data: Data
    /// `nil`: it must not be stored (N033).
    let freshness: FeedImageFreshness?

    /// - Throws: ``RemoteError``: the status is not 200 (B030), there are no bytes (B031), they are no image (N023), or
    ///   not known to be whole (N023a).
    init(_ response: HTTPResponse, requestedAt: Date, receivedAt: Date) throws(RemoteError) {
        guard response.status == 200 else { throw RemoteError.invalidData(.status(response.status)) }
        guard !response.body.isEmpty else { throw RemoteError.invalidData(.empty) }
        guard let format = ImageFormat(of: response.body) else { throw RemoteError.invalidData(.notAnImage) }
        guard response.isDelimited || format.isWhole(response.body) else {
            throw RemoteError.connectivity(HTTPClientError(.cut))
        }
        data = response.body
        freshness = FeedImageFreshness(response.headers, requestedAt: requestedAt, receivedAt: receivedAt)
    }
}
