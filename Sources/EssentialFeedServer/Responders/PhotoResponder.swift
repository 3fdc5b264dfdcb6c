import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Synchronization

/// Responds to `GET` and `HEAD` requests for the paths of the contract and for the server's own, below the base path.
final class PhotoResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    private let basePath: String
    private let images: ImageResponder
    private let health: HealthResponder
    /// `nil` until the server listens and knows the base of its image URLs.
    private let served = Mutex<(photos: PreparedPhotos, names: OwnNames?)?>(nil)

    init(basePath: String, images: ImageResponder, health: HealthResponder) {
        self.basePath = basePath
        self.images = images
        self.health = health
    }

    /// Begins to respond with these photos.
    /// - Parameter names: The only host names to respond to; `nil` for any.
    func serve(_ photos: PreparedPhotos, only names: OwnNames? = nil) {
        served.withLock { $0 = (photos, names) }
    }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let isHead = request.method == .head
        guard let (photos, names) = served.withLock({ $0 }) else {
            return Problem.noSuchPath.response(isHead: isHead)
        }
        // Only HTTP/1.0 allows a request without an authority, and no browser sends one.
        if let names, let authority = request.head.authority, !names.contains(authority) {
            return Problem.misdirected.response(isHead: isHead)
        }
        guard let route = route(of: request) else { return Problem.noSuchPath.response(isHead: isHead) }
        guard isHead || request.method == .get else { return Problem.methodNotAllowed.response(isHead: false) }
        switch route {
        case .live: return health.live().forHead(isHead)
        case .ready: return await health.ready().forHead(isHead)
        case .openAPI: return OpenAPIDocument.response(conditions: request.headers).forHead(isHead)
        case .feed(let format):
            do throws(Problem) {
                return try photos.feed(format, request.uri.query ?? "", conditions: request.headers).forHead(isHead)
            } catch {
                return error.response(isHead: isHead)
            }
        case .comments(let id):
            return photos.comments(of: id, conditions: request.headers)?.forHead(isHead)
                ?? Problem.noSuchImage.response(isHead: isHead)
        case .image(let id):
            guard let photo = photos.images[id] else { return Problem.noSuchImage.response(isHead: isHead) }
            return try await images.respond(with: photo, conditions: request.headers, isHead: isHead)
        }
    }

    private func route(of request: Request) -> ServerRoute? {
        let path = request.uri.path
        guard path.hasPrefix(basePath) else { return nil }
        return ServerRoute(path: path.dropFirst(basePath.count))
    }
}
