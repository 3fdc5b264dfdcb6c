import EssentialFeed
import Foundation
import NIOCore

/// Who sent a request, and what they may do.
struct Requester: Sendable {
    /// `nil` for anyone on a server that needs no token.
    let person: Person?
    let scopes: Set<AccessScope>
    /// Signs the image URLs in the response; `nil` if they need no signature.
    var signer: ImageSigner?
    /// The language that the person has chosen for pages; `nil` for one that the browser accepts.
    var language: Language?
    /// The digest of the session of the request's browser, if any.
    var session: Data?
    /// The address that sent the request; `nil` for the server's own machine.
    var address: IPAddress?
    /// The connection that the request arrived on.
    var connection: (any Channel)?
    /// Blocks. Returns what the credentials permit now: nothing once they have ended. `nil` if that can't change.
    var scopesNow: (@Sendable () throws -> Set<AccessScope>)?
    /// Returns the person's name now, after the last call of ``scopesNow``. `nil` if it can't change.
    var nameNow: (@Sendable () -> String?)?

    /// Anyone on a server that needs no token.
    static let anyone = Requester(person: nil, scopes: [.read])
    /// The owner of the folder, until a person is invited.
    static let owner = Requester(person: .owner, scopes: Set(AccessScope.allCases))
}
