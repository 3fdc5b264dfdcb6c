import EssentialFeed
import Foundation
import NIOCore

/// Who sent a request, and what they may do.
struct Requester: Sendable {
    /// `nil` for anyone on a server without tokens.
    let person: Person?
    let scopes: Set<AccessScope>
    /// Signs the image URLs in the response; `nil` if they need no signature.
    var signer: ImageSigner?
    /// The person's chosen language for pages; `nil` for one accepted by the browser.
    var language: Language?
    /// The digest of the session of the request's browser, if any.
    var session: Data?
    /// The sender's address; `nil` for the server's own machine.
    var address: IPAddress?
    var connection: (any Channel)?
    /// Blocks. Returns the current permissions of the credentials: none once they have ended. `nil` if they can't
    /// change.
    var scopesNow: (@Sendable () throws -> Set<AccessScope>)?
    /// Returns the person's name now, after the last call of ``scopesNow``. `nil` if it can't change.
    var nameNow: (@Sendable () -> String?)?

    /// Anyone on a server without tokens.
    static let anyone = Requester(person: nil, scopes: [.read])
    static let owner = Requester(person: .owner, scopes: Set(AccessScope.allCases))
}
