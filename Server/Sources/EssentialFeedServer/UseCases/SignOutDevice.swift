import Foundation

/// The use case "Sign out device": a person signs one of their browsers out.
struct SignOutDevice: Sendable {
    let friends: FriendsDatabase

    /// Does nothing if the session isn't one of the person's.
    /// - Throws: ``FriendsError``.
    func callAsFunction(_ session: Data, by requester: Requester) throws(FriendsError) {
        let person = try requester.permitted(.read)
        try friends.write(by: requester, may: .read) { transaction in
            guard try transaction.sessions(of: person.id).contains(where: { $0.digest == session }) else { return }
            try transaction.end(session: session)
        }
    }
}
