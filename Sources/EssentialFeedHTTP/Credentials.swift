import EssentialFeed
import Foundation
import HTTPTransport

/// The authorizations sent with a request, each to one origin only.
///
/// The user info in the request's URL is sent to that URL's origin, and the server's authorization to the server's
/// origin. User info in a `Location` isn't used.
struct Credentials: Sendable {
    private let request: (origin: Origin?, authorization: BasicAuthorization?)
    private let server: (origin: Origin?, authorization: BasicAuthorization?)

    /// - Parameter signIn: Returns the server's authorization if its address has none.
    init(url: URL, server: ServerAddress?, signIn: NetworkHTTPClient.SignIn) async {
        request = (Origin(url), BasicAuthorization(userInfoOf: url))
        self.server = (server?.origin, await Self.authorization(server, signIn))
    }

    private static func authorization(
        _ server: ServerAddress?, _ signIn: NetworkHTTPClient.SignIn
    ) async -> BasicAuthorization? {
        if let authorization = server?.authorization { authorization } else { await signIn() }
    }

    /// Returns the authorization for an origin, or `nil` if the origin receives none.
    func authorization(for origin: Origin) -> BasicAuthorization? {
        if origin == request.origin, let authorization = request.authorization { return authorization }
        return origin == server.origin ? server.authorization : nil
    }
}
