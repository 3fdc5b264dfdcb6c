import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

/// Refuses requests not sent to this server's address, on any path: requests from a page that has pointed its host name
/// at this machine (DNS rebinding), and requests forwarded by a proxy although the server has no public URL. Their sender
/// is unknown, and those of a proxy on this machine look like this machine's own.
///
/// If its host name is only for encrypted connections, the answers to all other requests say so.
final class AddressedResponder<Responder: HTTPResponder<ConnectionContext>>: HTTPResponder {
    private let responder: Responder
    private let location: AddressedLocation
    private let logger: Logger
    private var publicAddress: ServerAddress? { location.publicAddress }
    private let hasLogged = Atomic(false)

    init(_ responder: Responder, at location: AddressedLocation, logger: Logger) {
        (self.responder, self.location, self.logger) = (responder, location, logger)
    }

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        guard answers(request, at: context.channel.localAddress) else {
            return Problem.misdirected.response.forHead(request)
        }
        if publicAddress == nil, request.isForwarded, !isHealthCheck(request) {
            if !hasLogged.exchange(true, ordering: .relaxed) {
                logger.warning(
                    """
                    requests that a proxy sends, or that are in HTTP/1.0, are refused; start the server with --public-url \
                    and the URL that people use
                    """)
            }
            return Problem.forwarded.response.forHead(request)
        }
        var response = try await responder.respond(to: request, context: context)
        // A year.
        if location.isOnlySecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        return response
    }

    /// Returns whether the server answers to the request's host name. At an address out of other machines' reach, it
    /// answers only to this machine's names.
    private func answers(_ request: Request, at local: SocketAddress?) -> Bool {
        guard publicAddress?.isOnlyForThisMachine != false, !location.isWildcard,
            let local, local.ipAddress?.isLoopback == true,
            // Only HTTP/1.0 allows a request without an authority, and browsers never send one.
            let authority = request.head.authority
        else { return true }
        // A public URL of this machine may have another port.
        return AllowedHosts(host: location.host, port: publicAddress == nil ? local.port : nil).contains(authority)
    }

    /// Monitors may use HTTP/1.0.
    private func isHealthCheck(_ request: Request) -> Bool {
        let route = ServerRoute(of: request, below: location.basePath)
        return route == .live || route == .ready
    }
}

/// Where a server listens, and its clients' address for it.
struct AddressedLocation: Sendable {
    let host: String
    /// Whether the host means every address of the machine.
    let isWildcard: Bool
    let publicAddress: ServerAddress?
    let basePath: String
    /// Whether browsers are told to use no unencrypted connection to the host any more.
    var isOnlySecure = false
}

extension Request {
    /// Whether a proxy has forwarded the request, or it is in HTTP/1.0, as nginx forwards by default.
    var isForwarded: Bool {
        headers.contains { field in
            let name = field.name.canonicalName
            return ["forwarded", "via", "x-real-ip"].contains(name) || name.hasPrefix("x-forwarded-")
        }
    }
}
