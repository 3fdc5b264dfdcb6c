import Foundation

/// The use case "Invite person": the owner gives a friend access. Before the first friend, the owner is invited, too, because
/// from then on, the server answers invited people only.
struct InvitePerson: Sendable {
    let tokens: TokenFile
    let now: @Sendable () -> Date

    /// - Parameter may: What the person may do; includes the scopes before it.
    /// - Returns: The invitation, and the owner's own if this is the first one.
    /// - Throws: ``FriendsError/notPermitted(_:)``, ``AccessError``; then no one has been invited.
    func callAsFunction(
        _ name: String, may: AccessScope, by requester: Requester
    ) throws -> (friend: Invitation, owner: Invitation?) {
        let person = try requester.permitted(.admin)
        guard requester.isAdmitted() else { throw FriendsError.ended }
        guard AccessToken.isValid(name: name) else { throw AccessError.invalidName(name) }
        guard person == .owner else { return (try invite(name, may), nil) }
        guard name != person.name else { throw AccessError.nameTaken(name) }
        let owner = try invite(person.name, .admin)
        return (try invite(name, may), owner)
    }

    private func invite(_ name: String, _ may: AccessScope) throws(AccessError) -> Invitation {
        var generator = SystemRandomNumberGenerator()
        return try tokens.invite(Invited(name, scopes: may.withIncluded), at: now(), using: &generator)
    }
}
