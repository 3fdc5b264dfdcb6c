import Foundation

/// The use case "Link device": a person gets a secret with which another device of theirs signs in. Their invitation stays as
/// it is.
struct LinkDevice: Sendable {
    let tokens: any TokenStore
    let friends: any FriendsStore
    let limiter: WriteLimiter
    let now: @Sendable () -> Date

    /// - Returns: The secret with the person's token. It isn't saved.
    /// - Throws: ``FriendsError``, ``AccessError``.
    func callAsFunction(by requester: Requester) throws -> Invitation {
        let person = try requester.permitted(.read)
        guard let token = try tokens.tokens().first(where: { $0.id == person.id }) else { throw FriendsError.ended }
        let date = now()
        try friends.read { try limiter.recall(person, at: date, in: $0) }
        let taken = try limiter.take([WriteLimit.linksADay], for: person)
        do {
            try friends.write(by: requester, may: .read) { transaction in
                try transaction.record(
                    AuditEntry(date: date, person: Person(token), action: .linkDevice, target: token.name))
            }
        } catch {
            limiter.giveBack(taken)
            throw error
        }
        return Invitation(token, TokenSecret.random())
    }
}
