import Foundation
import GRDB

extension FriendsTransaction {
    func start(_ session: BrowserSession) throws {
        try correctSessions(at: session.createdAt)
        try run(
            """
            DELETE FROM session WHERE token = ? AND digest NOT IN (
                SELECT digest FROM session WHERE token = ? ORDER BY last_used DESC, created DESC LIMIT ?)
            """, [session.tokenID, session.tokenID, BrowserSession.maximumCount - 1])
        try run(
            "INSERT INTO session (digest, token, device, created, last_used) VALUES (?, ?, ?, ?, ?)",
            [
                session.digest, session.tokenID, session.device, session.createdAt.milliseconds,
                session.createdAt.milliseconds,
            ])
        try noteSessions()
    }

    func sessions(of tokenID: String?) throws -> [BrowserSession] {
        try database.rows(
            "SELECT digest, token, device, created FROM session WHERE token = coalesce(?, token) ORDER BY created",
            [tokenID]
        ).map { BrowserSession(digest: $0[0], tokenID: $0[1], device: $0[2], createdAt: Date(milliseconds: $0[3])) }
    }

    func hasSession(_ digest: Data) throws -> Bool {
        try has("SELECT 1 FROM session WHERE digest = ?", [digest])
    }

    func renew(session digest: Data, at date: Date) throws {
        try save(use: date, of: digest)
        try correctSessions(at: date)
    }

    func correctSessions(at date: Date) throws {
        var isChanged = false
        for row in try database.rows("SELECT digest, token, last_used FROM session") {
            let use = BrowserSession.Use(tokenID: row[1], usedAt: Date(milliseconds: row[2]))
            guard let corrected = use.corrected(at: date) else { continue }
            try save(use: corrected, of: row[0])
            isChanged = true
        }
        if isChanged { try noteSessions() }
    }

    private func save(use date: Date, of digest: Data) throws {
        try run("UPDATE session SET last_used = ? WHERE digest = ?", [date.milliseconds, digest])
    }

    func endSessions(of tokenID: String, except kept: Data?) throws {
        try run("DELETE FROM session WHERE token = ? AND digest <> ?", [tokenID, kept ?? Data()])
        if database.changesCount > 0 { try noteSessions() }
    }

    func end(session digest: Data) throws {
        try run("DELETE FROM session WHERE digest = ?", [digest])
        if database.changesCount > 0 { try noteSessions() }
    }

    private func noteSessions() throws {
        try run("UPDATE friends SET sessions = sessions + 1", [])
    }

    // MARK: Push

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
