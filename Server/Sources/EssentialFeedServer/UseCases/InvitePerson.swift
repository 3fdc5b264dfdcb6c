import Foundation

/// The use case "Invite person": the owner gives a friend access. Before the first friend, the owner is invited and
/// signed in, too, because from then on, the server answers invited people only.
struct InvitePerson: Sendable {
    let tokens: TokenFile
    /// Signs the owner's browser in with the id of a token, and returns the cookie.
    let signIn: @Sendable (_ tokenID: String) throws -> String
    let now: @Sendable () -> Date

    /// - Parameter may: What the person may do; includes the scopes before it.
    /// - Returns: The invitation, and the owner's cookie if this is the first one.
    /// - Throws: ``FriendsError``, ``AccessError``; then no one has been invited.
    func callAsFunction(
        _ name: String, may: AccessScope, by requester: Requester
    ) throws -> (invitation: Invitation, cookie: String?) {
        let person = try requester.permitted(.admin)
        guard requester.isAdmitted() else { throw FriendsError.ended }
        guard AccessToken.isValid(name: name) else { throw AccessError.invalidName(name) }
        let friend = try invitation(to: name, may)
        guard person == .owner else {
            try tokens.save([friend])
            return (friend, nil)
        }
        let owner = try invitation(to: person.name, .admin)
        // Refuses names before anyone is signed in.
        var list = TokenList()
        for invitation in [owner, friend] { try list.invite(invitation.token) }
        // Saved before the tokens: without the session, the owner would be locked out.
        let cookie = try signIn(owner.token.id)
        try tokens.save([owner, friend])
        return (friend, cookie)
    }

    private func invitation(to name: String, _ may: AccessScope) throws(AccessError) -> Invitation {
        var generator = SystemRandomNumberGenerator()
        return try Invitation(to: Invited(name, scopes: may.withIncluded), at: now(), using: &generator)
    }
}
