import EssentialFeed
import Foundation

/// The use case "Change profile": a person changes their name, also at what they have written, and the language of their pages.
struct ChangeProfile: Sendable {
    let tokens: TokenFile
    let friends: FriendsDatabase
    let limiter: WriteLimiter
    let now: @Sendable () -> Date

    /// Does nothing if both are the same.
    /// - Parameter language: `nil` for one that the person's browser accepts.
    /// - Throws: ``FriendsError``, ``AccessError``; then nothing has changed.
    func callAsFunction(name: String, language: Language?, by requester: Requester) throws {
        let person = try requester.permitted(.read)
        let name = Invited(name).name
        try tokens.whileLocked { tokens in
            guard var list = try tokens.list(), let token = list.tokens.first(where: { $0.id == person.id }) else {
                throw FriendsError.ended
            }
            guard token.name != name || token.language != language else { return }
            // Refuses names before anything is counted.
            try list.change(id: token.id, name: name, language: language)
            let isNewName = token.name != name
            let taken = try limiter.take(WriteLimit.changes + (isNewName ? WriteLimit.names : []), for: person)
            do {
                try friends.write(by: requester, may: .read) { transaction in
                    if isNewName {
                        try transaction.rename(Person(id: token.id, name: name))
                        try transaction.record(
                            AuditEntry(date: now(), person: Person(token), action: .renamePerson, target: name))
                    }
                    // Last, because a transaction can't take it back.
                    try tokens.change(id: token.id, name: name, language: language)
                }
            } catch {
                limiter.giveBack(taken)
                throw error
            }
        }
    }
}
