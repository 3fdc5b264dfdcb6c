import Foundation

/// The use case "Remove person": the owner ends a person's access on all of their devices, and deletes, if wanted, what
/// all people with the name wrote and posted.
struct RemovePerson: Sendable {
    let tokens: TokenFile
    /// Returns the databases of the folders that the person may have written about. Called after the access has ended, so
    /// that it ends even if the databases can't be opened.
    let friends: @Sendable () throws -> [FriendsDatabase]
    let now: @Sendable () -> Date

    /// - Parameter deletingContent: Whether photos, comments and reactions are deleted, too, even if the access has already
    ///   ended.
    /// - Throws: ``FriendsError``, ``AccessError``, an error of the databases.
    func callAsFunction(_ name: String, deletingContent: Bool, by requester: Requester) throws {
        // Saved names have this Unicode form, whichever one the owner types.
        let name = name.precomposedStringWithCanonicalMapping
        let owner = try requester.permitted(.admin)
        var unknown: AccessError?
        let id = try tokens.whileLocked { tokens in
            try requester.check(.admin)
            let id = try tokens.tokens().first { $0.name == name }?.id
            do throws(AccessError) {
                try tokens.revoke(name)
            } catch {
                guard deletingContent, error == .unknownName(name) else { throw error }
                unknown = error
            }
            return id
        }
        guard deletingContent else {
            // Without the token, its sessions aren't valid, so that an error changes nothing for the person.
            do {
                if let id { try endSessions(of: id) }
            } catch {
                // They are useless, and are forgotten when they expire.
            }
            return
        }
        for friends in try friends() {
            let isFound = try friends.write { transaction in
                if let id { try transaction.endSessions(of: id) }
                guard try transaction.hasContent(of: name) else { return false }
                try transaction.deleteAll(of: name, at: now())
                try transaction.record(
                    AuditEntry(date: now(), person: owner, action: .removePerson, target: name))
                return true
            }
            if isFound { unknown = nil }
        }
        if let unknown { throw unknown }
    }

    private func endSessions(of id: String) throws {
        for friends in try friends() { try friends.write { try $0.endSessions(of: id) } }
    }
}
