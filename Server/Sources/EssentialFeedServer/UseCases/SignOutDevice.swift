import Foundation

/// The use case "Sign out device": a person signs one of their browsers out.
struct SignOutDevice: Sendable {
    let friends: any FriendsStore

    /// Does nothing if the session isn't one of the person's.
    func callAsFunction(_ session: Data, by requester: Requester) throws(FriendsError) {
        let person = try requester.permitted(.read)
        let sessions = try friends.read { try $0.sessions(of: person.id) }
        guard sessions.contains(where: { $0.digest == session }) else { return }
        try friends.end(session: session, by: requester, may: .read)
    }
}
