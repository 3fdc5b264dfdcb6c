import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Synchronization

/// Responds to `GET` and `HEAD` requests for the paths of the contract, below the base path.
final class PhotoResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    private let basePath: String
    private let images: ImageResponder
    /// `nil` until the server knows the base of its image URLs and the first photos.
    private let served = Mutex<(photos: FeedPages, links: ImageLinks, names: OwnNames?)?>(nil)

    init(basePath: String, images: ImageResponder) {
        self.basePath = basePath
        self.images = images
    }

    /// Begins to respond with these photos.
    /// - Parameter names: The only host names to respond to; `nil` for any.
    func serve(_ photos: FeedPages, links: ImageLinks, only names: OwnNames? = nil) {
        served.withLock { $0 = (photos, links, names) }
    }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let isHead = request.method == .head
        guard let (photos, links, names) = served.withLock({ $0 }) else {
            return Problem.starting.response(isHead: isHead)
        }
        // Only HTTP/1.0 allows a request without an authority, and no browser sends one.
        if let names, let authority = request.head.authority, !names.contains(authority) {
            return Problem.misdirected.response(isHead: isHead)
        }
        guard let route = route(of: request) else { return Problem.noSuchPath.response(isHead: isHead) }
        guard isHead || request.method == .get else { return Problem.methodNotAllowed.response(isHead: false) }
        do {
            switch route {
            case .feed:
                return try await photos.feed(request.uri.query ?? "", conditions: request.headers, links: links)
                    .forHead(isHead)
            case .comments(let id):
                return try await photos.comments(of: id, conditions: request.headers)?.forHead(isHead)
                    ?? Problem.noSuchImage.response(isHead: isHead)
            case .image(let id):
                guard let photo = try await photos.photo(id) else {
                    return Problem.noSuchImage.response(isHead: isHead)
                }
                return try await images.respond(with: photo, conditions: request.headers, isHead: isHead)
            }
        } catch let problem as Problem {
            return problem.response(isHead: isHead)
        }
    }

    private func route(of request: Request) -> Route? {
        let path = request.uri.path
        guard path.hasPrefix(basePath) else { return nil }
        return Route(path: path.dropFirst(basePath.count))
    }
}
