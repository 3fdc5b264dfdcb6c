import EssentialFeed
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport

/// Statuses that aren't the success of a feed or image request.
let statusesOtherThan200 = [199, 201, 204, 206, 300, 304, 400, 404, 500, 503]

let anyAddress = address("http://127.0.0.1:8080/base")

func address(_ text: String) -> ServerAddress {
    do {
        return try ServerAddress(text)
    } catch {
        fatalError("no address: \(error)")
    }
}

/// Returns an answer with a page of the feed and its entity tag.
func feedAnswer(_ images: [FeedImage], entityTag: String? = nil) -> DataResponse {
    answer(200, FeedPayload.encode(images), headerFields: entityTag.map { [.eTag: $0] } ?? [:])
}

/// Returns a cached feed. A later page that is shorter than pages of a server is the feed's end.
func cached(
    _ images: [FeedImage], at loadedAt: Date, entityTag: String? = nil,
    then laterPages: (images: [FeedImage], loadedAt: Date)...
) -> CachedFeed {
    CachedFeed(
        images: images, loadedAt: loadedAt, entityTag: entityTag,
        laterPages: laterPages.map { page in
            CachedFeedPage(
                images: page.images, loadedAt: page.loadedAt,
                isEnd: page.images.count < FeedQuery.defaultLimit)
        })
}

/// An error in a comparable form.
enum Fault: Hashable {
    case connectivity
    case status(Int)
    case malformed, empty, notAnImage
    case refused(HTTPClientError.Kind)
    case cancelled
    case other(String)

    init(_ error: any Error) {
        self =
            switch error {
            case RemoteError.connectivity: .connectivity
            case RemoteError.invalidData(.status(let status)): .status(status)
            case RemoteError.invalidData(.malformed): .malformed
            case RemoteError.invalidData(.empty): .empty
            case RemoteError.invalidData(.notAnImage): .notAnImage
            case RemoteError.invalidData(.refused(let error)): .refused(error.kind)
            case is CancellationError: .cancelled
            default: .other("\(error)")
            }
    }
}

/// Returns the fault that the work throws, or `nil` if it succeeds.
func fault(of work: () async throws -> some Any) async -> Fault? {
    do {
        _ = try await work()
        return nil
    } catch {
        return Fault(error)
    }
}
