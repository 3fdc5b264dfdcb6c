import Foundation

/// The use case "Remove person": the owner deletes what everyone of a name wrote and posted, whose token has ended.
struct RemovePerson: Sendable {
    let friends: FriendsDatabase
    let now: @Sendable () -> Date

    /// - Returns: Whether there was anything to delete.
    /// - Throws: ``FriendsError``; then nothing has been deleted.
    @discardableResult
    func callAsFunction(_ name: String, by requester: Requester) throws(FriendsError) -> Bool {
        let person = try requester.permitted(.admin)
        return try friends.write { transaction in
            guard try transaction.hasWritings(of: name) else { return false }
            try transaction.deleteAll(of: name, at: now())
            try transaction.record(
                AuditEntry(date: now(), person: person, action: .removePerson, target: name))
            return true
        }
    }
}
