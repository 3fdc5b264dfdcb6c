import Foundation
import GRDB

extension FriendsTransaction {
    func subscribe(_ subscription: PushSubscription, session: Data, at date: Date) throws {
        try unsubscribe(session: session)
        try run(
            "INSERT INTO push (session, endpoint, key, secret, created) VALUES (?, ?, ?, ?, ?)",
            [
                session, subscription.endpoint.absoluteString, subscription.key, subscription.secret, date.milliseconds,
            ])
        try run(
            """
            DELETE FROM push
            WHERE session IN (
                SELECT digest FROM session WHERE token = (SELECT token FROM session WHERE digest = ?)
            ) AND session NOT IN (
                SELECT digest FROM push JOIN session AS own ON own.digest = push.session
                WHERE own.token = (SELECT token FROM session WHERE digest = ?) ORDER BY push.created DESC LIMIT ?
            )
            """, [session, session, PushSubscription.maximumCount])
    }

    func unsubscribe(session: Data) throws {
        try run("DELETE FROM push WHERE session = ?", [session])
    }

    func end(_ subscription: PushSubscription, session: Data) throws {
        try run(
            "DELETE FROM push WHERE session = ? AND endpoint = ?", [session, subscription.endpoint.absoluteString])
    }

    func endpoint(ofSession session: Data) throws -> String? {
        try database.value("SELECT endpoint FROM push WHERE session = ?", [session])
    }

    func subscriptions(at date: Date) throws -> [(tokenID: String, session: Data, subscription: PushSubscription)] {
        try database.rows(
            """
            SELECT token, digest, endpoint, key, secret, last_used
            FROM push JOIN session ON session.digest = push.session ORDER BY push.created
            """
        ).filter { row in
            !BrowserSession.Use(tokenID: row[0], usedAt: Date(milliseconds: row[5])).hasExpired(at: date)
        }.compactMap { row in
            URL(string: row[2]).map { (row[0], row[1], PushSubscription(endpoint: $0, key: row[3], secret: row[4])) }
        }
    }
}
