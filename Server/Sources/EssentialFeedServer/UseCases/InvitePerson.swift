import Foundation

/// The use case "Invite person": the owner gives a friend access. Before the first friend, the owner is invited and
/// signed in, too, because from then on, the server answers invited people only.
struct InvitePerson: Sendable {
    let tokens: any TokenStore
    /// Signs the owner's browser in under a name, and returns the cookie.
    let signIn: @Sendable (_ owner: Person) throws -> String
    let now: @Sendable () -> Date

    /// - Parameters:
    ///   - may: What the person may do; includes the scopes before it.
    ///   - ownName: The owner's name, which the first invitation needs.
    /// - Returns: The invitation, and the owner's cookie if this is the first one.
    /// - Throws: ``FriendsError``, ``AccessError``; then no one has been invited, but what the owner wrote may have their name.
    func callAsFunction(
        _ name: String, may: AccessScope, from ownName: String = "", by requester: Requester
    ) throws -> (invitation: Invitation, cookie: String?) {
        let person = try requester.permitted(.admin)
        guard AccessToken.isValid(name: name) else { throw AccessError.invalidName(name) }
        let friend = try invitation(to: name, may, from: person.id)
        return try tokens.whileLocked { tokens in
            try requester.check(.admin)
            guard person == .owner, try tokens.tokens().isEmpty else {
                try tokens.save([friend])
                return (friend, nil)
            }
            // Everything that the owner has written stays theirs.
            let owner = try invitation(to: ownName, .admin, id: person.id)
            // Refuses names before anyone is signed in.
            var list = TokenList()
            for invitation in [owner, friend] { try list.invite(invitation.token) }
            // Saved before the tokens: without the session, the owner would be locked out.
            let cookie = try signIn(Person(id: person.id, name: owner.token.name))
            try tokens.save([owner, friend])
            return (friend, cookie)
        }
    }

    private func invitation(
        to name: String, _ may: AccessScope, id: String? = nil, from inviter: String? = nil
    ) throws(AccessError) -> Invitation {
        var invited = Invited(name, scopes: may.withIncluded)
        invited.inviter = inviter
        return try Invitation(to: invited, id: id, at: now())
    }
}
