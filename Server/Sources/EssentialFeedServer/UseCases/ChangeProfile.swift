import EssentialFeed
import Foundation

/// The use case "Change profile": a person changes the language of their pages, and their name, even on their earlier
/// comments and photos.
struct ChangeProfile: Sendable {
    let tokens: any TokenStore
    let friends: any FriendsStore
    let limiter: WriteLimiter
    let now: @Sendable () -> Date
    var documentNames: @Sendable () -> Set<String> = { [] }

    /// Does nothing if both are unchanged.
    /// - Parameter language: `nil` for one accepted by the person's browser.
    /// - Throws: ``FriendsError``, ``AccessError``; then nothing has changed.
    func callAsFunction(name: String, language: Language?, by requester: Requester) throws {
        let person = try requester.permitted(.read)
        let name = Invited(name).name
        try tokens.whileLocked { tokens in
            guard var list = try tokens.list(), let token = list.tokens.first(where: { $0.id == person.id }) else {
                throw FriendsError.ended
            }
            let isNewName = token.name != name
            // A change may have been interrupted.
            let renamed = Person(id: token.id, name: name)
            let others = try friends.read { try $0.otherNames(than: renamed) }
            guard !others.isEmpty || isNewName || token.language != language else { return }
            // Refuses names before anything is counted.
            try list.change(id: token.id, name: name, language: language)
            if isNewName { try check(name, of: token, by: requester) }
            let date = now()
            try friends.read { try limiter.recall(person, at: date, in: $0) }
            let taken = try limiter.take(WriteLimit.changes + (isNewName ? [WriteLimit.namesADay] : []), for: person)
            var isSaved = false
            do {
                try friends.write(by: requester, may: .read) { transaction in
                    if !others.isEmpty { try transaction.rename(renamed) }
                    for other in others.union(isNewName ? [token.name] : []).sorted() {
                        let earlier = Person(id: token.id, name: other)
                        try transaction.record(
                            AuditEntry(date: date, person: earlier, action: .renamePerson, target: name))
                    }
                    // Last, because a transaction can't undo it.
                    try tokens.change(id: token.id, name: name, language: language)
                    isSaved = true
                }
            } catch {
                limiter.giveBack(taken)
                // A failed commit undoes everything but the file.
                if isSaved { try tokens.changeBack(to: token) }
                throw error
            }
        }
    }

    /// Refuses a name easily confused with that of another author, even a removed one, unless the person had the name
    /// before.
    private func check(_ name: String, of token: AccessToken, by requester: Requester) throws {
        let look = NameLook(name)
        let own = try friends.read { try $0.earlierNames(of: token.id) }
        guard !own.contains(name) else { return }
        var names = try friends.read { try $0.names(exceptOf: token.id) }
        // The owner may be in their own document, and anyone may write their name as before, but for the case.
        if !requester.scopes.contains(.admin), look.capitals != NameLook(token.name).capitals {
            names.formUnion(documentNames())
        }
        if let other = names.first(where: { NameLook($0).isLike(look) }) {
            throw AccessError.nameTaken(other)
        }
    }
}
