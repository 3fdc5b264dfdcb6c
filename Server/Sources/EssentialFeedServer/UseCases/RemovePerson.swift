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
        guard requester.isAdmitted() else { throw FriendsError.ended }
        let id = try tokens.tokens().first { $0.name == name }?.id
        var unknown: AccessError?
        do throws(AccessError) {
            try tokens.revoke(name)
        } catch {
            guard deletingContent, error == .unknownName(name) else { throw error }
            unknown = error
        }
        for friends in try friends() {
            let isFound = try friends.write { transaction in
                if let id { try transaction.endSessions(of: id) }
                guard deletingContent, try transaction.hasContent(of: name) else { return false }
                try transaction.deleteAll(of: name, at: now())
                try transaction.record(
                    AuditEntry(date: now(), person: owner, action: .removePerson, target: name))
                return true
            }
            if isFound { unknown = nil }
        }
        if let unknown { throw unknown }
    }
}
