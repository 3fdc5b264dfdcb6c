import Foundation
import HTTPTransport

/// The use case "Receive messages": a person turns notifications in their browser on or off. They also end with the
/// browser's session.
struct ReceiveMessages: Sendable {
    let key: String
    let isPermitted: @Sendable (Origin) -> Bool
    let friends: any FriendsStore
    let limiter: WriteLimiter
    let now: @Sendable () -> Date

    /// Returns whether the browser receives messages; `nil` if it can't.
    func isOn(for requester: Requester) throws(FriendsError) -> Bool? {
        guard requester.person != nil, let session = requester.session else { return nil }
        return try friends.read { try $0.endpoint(ofSession: session) != nil }
    }

    /// - Parameter key: In Base64 for URLs, as the secret.
    func begin(
        at endpoint: String, key: String, secret: String, by requester: Requester
    ) throws(FriendsError) {
        let (person, session) = try browser(of: requester)
        let subscription = try PushSubscription(
            endpoint: endpoint, key: key, secret: secret, isPermitted: isPermitted)
        try friends.write(by: requester, may: .read) { transaction in
            try limiter.take(WriteLimit.changes, for: person)
            try transaction.subscribe(subscription, session: session, at: now())
        }
    }

    /// Does nothing if the browser receives no messages.
    func end(by requester: Requester) throws(FriendsError) {
        let (person, session) = try browser(of: requester)
        try friends.write(by: requester, may: .read) { transaction in
            try limiter.take(WriteLimit.changes, for: person)
            try transaction.unsubscribe(session: session)
        }
    }

    /// A program with a token has no session.
    private func browser(of requester: Requester) throws(FriendsError) -> (person: Person, session: Data) {
        let person = try requester.permitted(.read)
        guard let session = requester.session else { throw .notASubscription }
        return (person, session)
    }
}
