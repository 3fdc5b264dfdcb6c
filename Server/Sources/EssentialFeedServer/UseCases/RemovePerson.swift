import Foundation

/// The use case "Remove person": the owner ends a person's access on all of their devices. If wanted, this deletes the
/// comments and photos of the person and of formerly invited people of the same name.
struct RemovePerson: Sendable {
    let tokens: any TokenStore
    /// Returns the databases in which the person may have written. Called after the access has ended: it ends even if
    /// the databases can't be opened.
    let friends: @Sendable () throws -> [any FriendsStore]
    let now: @Sendable () -> Date

    /// - Parameters:
    ///   - id: The id of the person's token, to leave a later person of the name unaffected; `nil` for anyone of the
    ///     name.
    ///   - deletingContent: Whether photos, comments and reactions are deleted, too, even if the access has already ended.
    /// - Returns: The databases in which a picture or a text was deleted, for ``Erase``.
    /// - Throws: ``FriendsError``, ``AccessError``, an error of the databases.
    @discardableResult
    func callAsFunction(
        _ name: String, id: String? = nil, deletingContent: Bool, by requester: Requester
    ) throws -> [any FriendsStore] {
        // Saved names have this Unicode form, whichever one the owner types.
        let name = name.precomposedStringWithCanonicalMapping
        let owner = try requester.permitted(.admin)
        var unknown: AccessError?
        let (person, invited) = try tokens.whileLocked { tokens in
            try requester.check(.admin)
            try tokens.check(name, isOf: id)
            let person = try tokens.tokens().first { $0.name == name }?.id ?? id
            do throws(AccessError) {
                try tokens.revoke(name)
            } catch {
                guard deletingContent, error == .unknownName(name) else { throw error }
                unknown = error
            }
            return (person, Set(try tokens.tokens().map(\.id)))
        }
        var changed: [any FriendsStore] = []
        guard deletingContent else {
            // Without the token, its sessions aren't valid: an error changes nothing for the person.
            guard let person else { return [] }
            do {
                for friends in try friends() {
                    if friends.state.pictures[person] != nil { changed.append(friends) }
                    try friends.write { try end(person, in: $0) }
                }
            } catch {
                // The sessions are useless, and are forgotten when they expire. The picture is deleted as soon as
                // possible.
            }
            return changed
        }
        let authors = Authorship(name: name, id: person, invited: invited)
        var failure: FriendsError?
        for friends in try friends() {
            let hasPicture = person.flatMap { friends.state.pictures[$0] } != nil
            var isFound = false
            do throws(FriendsError) {
                try friends.write { transaction in
                    if let person { try end(person, in: transaction) }
                    guard try !transaction.content(of: authors).isEmpty else { return }
                    try transaction.deleteAll(of: authors, at: now())
                    try transaction.record(
                        AuditEntry(date: now(), person: owner, action: .removePerson, target: name))
                    isFound = true
                }
            } catch {
                // The content is deleted. That in the other databases is deleted, too, before the error is reported.
                guard error.isDeletion else { throw error }
                failure = error
            }
            if isFound { unknown = nil }
            if isFound || hasPicture { changed.append(friends) }
        }
        if let failure { throw failure }
        if let unknown { throw unknown }
        return changed
    }

    private func end(_ person: String, in transaction: any FriendsRows) throws {
        try transaction.endSessions(of: person)
        try transaction.set(picture: nil, of: person)
    }

    /// Deletes the pictures of people who were removed by the server of another folder, or while nothing could be saved.
    static func deletePictures(in friends: any FriendsStore, of tokens: any TokenStore) throws {
        // Read first: everyone with a picture was invited before.
        let people = Set(friends.state.pictures.keys)
        guard !people.isEmpty, let list = try tokens.list() else { return }
        let removed = people.subtracting(list.tokens.map(\.id))
        guard !removed.isEmpty else { return }
        try friends.write { transaction in
            for id in removed { try transaction.set(picture: nil, of: id) }
        }
    }
}
