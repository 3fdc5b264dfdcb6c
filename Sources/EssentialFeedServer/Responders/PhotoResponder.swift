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
    /// `nil` until the server listens and knows the base of its image URLs.
    private let served = Mutex<(photos: PreparedPhotos, names: OwnNames?)?>(nil)

    init(basePath: String, images: ImageResponder) {
        self.basePath = basePath
        self.images = images
    }

    /// Begins to respond with these photos.
    /// - Parameter names: The only host names to respond to; `nil` for any.
    func serve(_ photos: PreparedPhotos, only names: OwnNames? = nil) {
        served.withLock { $0 = (photos, names) }
    }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        try await respond(to: request, signer: nil)
    }

    /// Returns the image that a request is for, or `nil` if it is for anything else.
    func image(of request: Request) -> UUID? {
        if case .image(let id) = route(of: request) { id } else { nil }
    }

    /// - Parameter signer: Signs the URLs of images; `nil` if access is open.
    func respond(to request: Request, signer: ImageSigner?) async throws -> Response {
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
        case .feed:
            do throws(Problem) {
                return try photos.feed(request.uri.query ?? "", conditions: request.headers, signer: signer).forHead(
                    isHead)
            } catch {
                return error.response(isHead: isHead)
            }
        case .comments(let id):
            return photos.comments(of: id, conditions: request.headers, isPrivate: signer != nil)?.forHead(isHead)
                ?? Problem.noSuchImage.response(isHead: isHead)
        case .image(let id):
            guard let photo = photos.images[id] else { return Problem.noSuchImage.response(isHead: isHead) }
            return try await images.respond(
                with: photo, conditions: request.headers, isHead: isHead, isPrivate: signer != nil)
        }
    }

    private func route(of request: Request) -> Route? {
        let path = request.uri.path
        guard path.hasPrefix(basePath) else { return nil }
        return Route(path: path.dropFirst(basePath.count))
    }
}
