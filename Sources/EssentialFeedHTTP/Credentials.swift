import EssentialFeed
import Foundation
import HTTPTransport

/// What each origin is told of who asks, and nobody else (N009, N011): the user info of the request's URL goes to that
/// URL's origin, the server's authorization to the server's. The user info of a `Location` is not used.
struct Credentials: Sendable {
    private let request: (origin: Origin?, authorization: BasicAuthorization?)
    private let server: (origin: Origin?, authorization: BasicAuthorization?)

    init(url: URL, server: ServerAddress?) {
        request = (Origin(url), BasicAuthorization(userInfoOf: url))
        self.server = (server?.origin, server?.authorization)
    }

    /// `nil`: the origin is told nothing.
    func authorization(for origin: Origin) -> BasicAuthorization? {
        if origin == request.origin, let authorization = request.authorization { return authorization }
        return origin == server.origin ? server.authorization : nil
    }
}
