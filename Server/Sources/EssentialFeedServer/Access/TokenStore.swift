import EssentialFeed
import Foundation

/// A server's tokens.
///
/// Commands and running servers can change the tokens at any time without losing each other's changes. All calls block.
protocol TokenStore: Sendable {
    /// Returns the list of the tokens; `nil` if no one was ever invited.
    func list() throws(AccessError) -> TokenList?

    /// Keeps everyone else from changing the tokens while a change is decided on and saved.
    func whileLocked<Value>(_ work: (any TokenStore) throws -> Value) throws -> Value

    /// Changes the list and saves it. If the change throws, nothing is saved.
    /// - Parameter makingRoom: Whether to remove smaller images of photos if the disk is full.
    func change(makingRoom: Bool, _ change: (inout TokenList) throws(AccessError) -> Void) throws(AccessError)
}

extension TokenStore {
    func tokens() throws(AccessError) -> [AccessToken] { try list()?.tokens ?? [] }

    /// Saves the tokens of new invitations, all or none.
    func save(_ invitations: [Invitation]) throws(AccessError) {
        try change(makingRoom: false) { list throws(AccessError) in
            for invitation in invitations { try list.invite(invitation.token) }
        }
    }

    func revoke(_ name: String) throws(AccessError) {
        try change(makingRoom: true) { list throws(AccessError) in try list.remove(name: name) }
    }

    func renew(_ name: String, may: AccessScope? = nil) throws(AccessError) -> Invitation {
        let secret = TokenSecret.random()
        let token = try update(name) { token in
            token.digest = secret.digest
            if let may { token.scopes = may.withIncluded }
        }
        return Invitation(token, secret)
    }

    /// Changes what a person may do.
    /// - Parameter may: Includes the scopes before it.
    func permit(_ may: AccessScope, to name: String) throws(AccessError) {
        _ = try update(name) { $0.scopes = may.withIncluded }
    }

    func change(id: String, name: String, language: Language?) throws(AccessError) {
        try change(makingRoom: true) { list throws(AccessError) in
            try list.change(id: id, name: name, language: language)
        }
    }

    func changeBack(to token: AccessToken) throws(AccessError) {
        try change(makingRoom: true) { list in list.changeBack(to: token) }
    }

    /// Checks that only the person with an id has a name.
    /// - Parameter id: `nil` for anyone of the name.
    func check(_ name: String, isOf id: String?) throws(AccessError) {
        guard let id else { return }
        let known = name.precomposedStringWithCanonicalMapping
        for token in try tokens() where (token.name == known) != (token.id == id) { throw .unknownName(name) }
    }

    private func update(
        _ name: String, _ update: (inout AccessToken) -> Void
    ) throws(AccessError) -> AccessToken {
        var changed: AccessToken?
        // Saved names have this Unicode form, whichever one the owner types.
        let name = name.precomposedStringWithCanonicalMapping
        try change(makingRoom: true) { list throws(AccessError) in changed = try list.change(name: name, update) }
        guard let changed else { throw .unknownName(name) }
        return changed
    }
}
