import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Forwards admitted requests and refuses all others with the same response for any path.
///
/// Health checks and the OpenAPI description need no authorization.
struct AuthorizingResponder: HTTPResponder {
    typealias Context = ConnectionContext

    let access: ServerAccess
    let clients: ClientAddress
    let photos: PhotoResponder

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let route = photos.route(of: request)
        if let route, route.isForEverybody { return try await photos.respond(to: request, at: route, signer: nil) }
        // Only image URLs are signed.
        let query = route?.image == nil ? "" : request.uri.query ?? ""
        let asked = AccessState.Request(
            credentials: RequestCredentials(authorization: request.headers[.authorization], query: query),
            image: route?.image,
            size: ServedSize(query: query),
            address: clients.address(
                of: context.channel.remoteAddress?.ipAddress, forwardedFor: request.headers[.xForwardedFor]))
        let isHead = request.method == .head
        switch access.control.admit(asked, on: context.channel, at: .now()) {
        case .admitted(let signer): return try await photos.respond(to: request, at: route, signer: signer)
        case .unauthorized: return Problem.unauthorized.response(isHead: isHead)
        case .tooMany(let retryAfter): return Problem.tooManyRequests(retryAfter: retryAfter).response(isHead: isHead)
        }
    }
}

/// A request context with its connection.
struct ConnectionContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}

extension HTTPField.Name {
    fileprivate static let xForwardedFor = HTTPField.Name("X-Forwarded-For")!
}
