import Foundation
import GRDB

struct FriendComment: Hashable, Sendable {
    let id: UUID
    let photo: UUID
    let author: Person
    let message: String
    let writtenAt: Date
    /// Whether the owner has hidden the comment from everyone but its author.
    var isHidden = false
}

/// A reaction to a photo, and the people who have it.
struct PhotoReaction: Hashable, Sendable {
    let reaction: Reaction
    /// In the order in which they reacted.
    let people: [Person]
}

/// How one can react to a photo. A short list, because free emoji have many spellings and need moderation.
enum Reaction: String, CaseIterable, Sendable {
    case heart, thumbsUp = "thumbs-up", laugh, wow, sad, party
}

/// A browser that stays signed in with a token. The database has a digest of the secret in its cookie.
struct BrowserSession: Hashable, Sendable {
    let digest: Data
    let tokenID: String
    /// What the browser runs on, in words.
    let device: String
    let createdAt: Date
}

/// What the owner has decided about a photo.
struct PhotoState: Hashable, Sendable {
    var isHidden = false
    /// Whether comments and reactions are refused.
    var isClosed = false
    /// Whether the photo was posted, and deleted since.
    var isDeleted = false
}

/// A line of the audit log.
struct AuditEntry: Hashable, Sendable {
    enum Action: String, Sendable {
        case hideComment = "hide comment", showComment = "show comment", deleteComment = "delete comment"
        case hidePhoto = "hide photo", showPhoto = "show photo", closeComments = "close comments"
        case openComments = "open comments", removePerson = "remove person", deletePhoto = "delete photo"
    }

    let date: Date
    let person: Person
    let action: Action
    /// The id of the comment or the photo, or the name of the person.
    let target: String
}

/// The operations of one transaction on what friends have written.
final class FriendsTransaction {
    let database: Database
    let posts: PostFiles
    private(set) var hasChanged = false
    /// Whether a text was deleted.
    var erases = false
    /// The posted photos whose files are superfluous if the transaction fails.
    var addedPosts: [UUID] = []
    /// The posted photos whose files are superfluous once the transaction is on the disk.
    var removedPosts: [UUID] = []

    init(_ database: Database, posts: PostFiles) {
        (self.database, self.posts) = (database, posts)
    }

    // MARK: Comments

    /// Returns the comment with an id, or `nil` if no comment had the id.
    func comment(_ id: UUID) throws -> (photo: UUID, comment: FriendComment?)? {
        try Row.fetchOne(
            database.cachedStatement(
                sql: "SELECT id, photo, person, author, message, written, is_hidden FROM comment WHERE id = ?"),
            arguments: [id]
        ).map { (photo: $0[1], comment: $0[4] as String? == nil ? nil : FriendComment($0)) }
    }

    func insert(_ comment: FriendComment) throws {
        let change = try nextFeedChange()
        try run(
            """
            INSERT INTO comment (id, photo, person, author, message, written, position, change)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                comment.id, comment.photo, comment.author.id, comment.author.name, comment.message,
                comment.writtenAt.milliseconds, change, change,
            ])
    }

    /// Deletes the text of a comment and who wrote it. The id stays, so that a late repetition of the request that wrote
    /// the comment doesn't bring it back.
    func delete(_ id: UUID, at date: Date) throws {
        try run(
            "UPDATE comment SET message = NULL, person = '', author = '', deleted = ?, change = ? WHERE id = ?",
            [date.milliseconds, try nextFeedChange(), id])
        erases = true
    }

    func hide(_ isHidden: Bool, comment id: UUID) throws {
        try run("UPDATE comment SET is_hidden = ?, change = ? WHERE id = ?", [isHidden, try nextFeedChange(), id])
    }

    /// Returns the comments on a photo, including hidden ones, in the order in which they arrived.
    func comments(on photo: UUID) throws -> [FriendComment] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT id, photo, person, author, message, written, is_hidden FROM comment
                    WHERE photo = ? AND deleted IS NULL ORDER BY position
                    """), arguments: [photo]
        ).map(FriendComment.init)
    }

    /// Returns the numbers of comments on photos, without hidden ones. Photos without comments are left out.
    func commentCounts(on photos: [UUID]) throws -> [UUID: Int] {
        guard !photos.isEmpty else { return [:] }
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT photo, count(*) FROM comment
                    WHERE photo IN (\(databaseQuestionMarks(count: photos.count))) AND deleted IS NULL AND NOT is_hidden
                    GROUP BY photo
                    """), arguments: StatementArguments(photos))
        return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: +)
    }

    /// Returns the comments that were written, deleted or hidden after a change, in the order of the changes. A deleted
    /// or hidden comment is `nil`.
    func comments(after change: Int64, limit: Int) throws -> [(change: Int64, id: UUID, photo: UUID, FriendComment?)] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT id, photo, person, author, message, written, is_hidden, change FROM comment
                    WHERE change > ? ORDER BY change LIMIT ?
                    """), arguments: [change, limit]
        ).map { row in
            let isVisible = row[4] as String? != nil && !(row[6] as Bool)
            return (row[7], row[0], row[1], isVisible ? FriendComment(row) : nil)
        }
    }

    // MARK: Reactions and photos

    func reactions(on photo: UUID) throws -> [PhotoReaction] {
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT name, person, author FROM reaction WHERE photo = ? ORDER BY position"),
            arguments: [photo])
        let people = Dictionary(grouping: rows) { $0[0] as String }
        return Reaction.allCases.compactMap { reaction in
            people[reaction.rawValue].map { rows in
                PhotoReaction(reaction: reaction, people: rows.map { Person(id: $0[1], name: $0[2]) })
            }
        }
    }

    /// - Returns: Whether the person has just reacted, or had the reaction before.
    func has(_ reaction: Reaction, of person: Person, to photo: UUID) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT 1 FROM reaction WHERE photo = ? AND person = ? AND name = ?"),
            arguments: [photo, person.id, reaction.rawValue]) ?? false
    }

    func set(_ reaction: Reaction, of person: Person, to photo: UUID) throws {
        try run(
            "INSERT INTO reaction (photo, person, name, author, position) VALUES (?, ?, ?, ?, ?)",
            [photo, person.id, reaction.rawValue, person.name, try noteChange(of: photo)])
    }

    func remove(_ reaction: Reaction, of person: Person, from photo: UUID) throws {
        try run(
            "DELETE FROM reaction WHERE photo = ? AND person = ? AND name = ?",
            [photo, person.id, reaction.rawValue])
        _ = try noteChange(of: photo)
    }

    func state(of photo: UUID) throws -> PhotoState {
        try Row.fetchOne(
            database.cachedStatement(sql: "SELECT is_hidden, is_closed FROM photo WHERE id = ?"), arguments: [photo]
        ).map { PhotoState(isHidden: $0[0], isClosed: $0[1]) } ?? PhotoState()
    }

    func set(_ state: PhotoState, of photo: UUID) throws {
        let change = try noteChange(of: photo)
        if try self.state(of: photo).isHidden != state.isHidden { try noteFeedChange(change) }
        try run(
            "UPDATE photo SET is_hidden = ?, is_closed = ? WHERE id = ?", [state.isHidden, state.isClosed, photo])
    }

    /// Returns the photos whose state or reactions have changed, in the order of the changes.
    func photos(after change: Int64, limit: Int) throws -> [(change: Int64, id: UUID, state: PhotoState)] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT photo.change, photo.id, is_hidden, is_closed, post.deleted IS NOT NULL FROM photo
                    LEFT JOIN post ON post.id = photo.id WHERE photo.change > ? ORDER BY photo.change LIMIT ?
                    """), arguments: [change, limit]
        ).map { ($0[0], $0[1], PhotoState(isHidden: $0[2], isClosed: $0[3], isDeleted: $0[4])) }
    }

    /// Gives a photo the next number of a change.
    func noteChange(of photo: UUID) throws -> Int64 {
        let change = try nextChange()
        try run(
            "INSERT INTO photo (id, change) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET change = excluded.change",
            [photo, change])
        return change
    }

    // MARK: People

    /// Returns whether anyone of a name has photos, comments or reactions.
    func hasContent(of name: String) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT 1 FROM comment WHERE author = ? UNION ALL SELECT 1 FROM reaction WHERE author = ?
                UNION ALL SELECT 1 FROM post WHERE author = ? LIMIT 1
                """, arguments: [name, name, name]) ?? false
    }

    /// Returns what a person has written since a date, oldest first, without what was deleted.
    func history(of person: Person, since date: Date) throws -> WriteHistory {
        let arguments: StatementArguments = [person.id, date.milliseconds]
        return WriteHistory(
            comments: try Int64.fetchAll(
                database, sql: "SELECT written FROM comment WHERE person = ? AND written > ? ORDER BY written",
                arguments: arguments
            ).map(Date.init(milliseconds:)),
            photos: try Row.fetchAll(
                database, sql: "SELECT posted, bytes FROM post WHERE person = ? AND posted > ? ORDER BY posted",
                arguments: arguments
            ).map { (Date(milliseconds: $0[0]), $0[1]) })
    }

    /// Deletes the photos, comments and reactions of all people with a name.
    func deleteAll(of name: String, at date: Date) throws {
        for id in try posts(of: name) { try deletePost(id, at: date) }
        let comments = try UUID.fetchAll(
            database, sql: "SELECT id FROM comment WHERE author = ? AND deleted IS NULL", arguments: [name])
        for id in comments { try delete(id, at: date) }
        let photos = try UUID.fetchAll(
            database, sql: "SELECT DISTINCT photo FROM reaction WHERE author = ?", arguments: [name])
        try run("DELETE FROM reaction WHERE author = ?", [name])
        for photo in photos { _ = try noteChange(of: photo) }
    }

    func record(_ entry: AuditEntry) throws {
        try run(
            "INSERT INTO audit (change, at, person, name, action, target) VALUES (?, ?, ?, ?, ?, ?)",
            [
                try nextChange(), entry.date.milliseconds, entry.person.id, entry.person.name, entry.action.rawValue,
                entry.target,
            ])
    }

    /// Returns the last lines of the audit log, oldest first.
    func audit(limit: Int) throws -> [AuditEntry] {
        try Row.fetchAll(
            database, sql: "SELECT at, person, name, action, target FROM audit ORDER BY change DESC LIMIT ?",
            arguments: [limit]
        ).reversed().compactMap { row in
            AuditEntry.Action(rawValue: row[3]).map {
                AuditEntry(
                    date: Date(milliseconds: row[0]), person: Person(id: row[1], name: row[2]), action: $0,
                    target: row[4])
            }
        }
    }

    // MARK: Sessions

    /// Signs a browser in with a token.
    func start(_ session: BrowserSession) throws {
        try run(
            // The last use isn't followed.
            "INSERT INTO session (digest, token, device, created, last_used) VALUES (?, ?, ?, ?, 0)",
            [session.digest, session.tokenID, session.device, session.createdAt.milliseconds])
    }

    /// Returns the browsers that are signed in, oldest first.
    func sessions() throws -> [BrowserSession] {
        try Row.fetchAll(
            database, sql: "SELECT digest, token, device, created FROM session ORDER BY created"
        ).map { BrowserSession(digest: $0[0], tokenID: $0[1], device: $0[2], createdAt: Date(milliseconds: $0[3])) }
    }

    /// Returns whether a browser is still signed in.
    func hasSession(_ digest: Data) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT 1 FROM session WHERE digest = ?"), arguments: [digest]) ?? false
    }

    /// Signs all browsers of a token out.
    func endSessions(of tokenID: String) throws {
        try run("DELETE FROM session WHERE token = ?", [tokenID])
    }

    /// Signs a browser out.
    func end(session digest: Data) throws {
        try run("DELETE FROM session WHERE digest = ?", [digest])
    }

    // MARK: Upkeep

    /// The key of the photos' ids, which belongs to what is written about the photos.
    func key() throws -> Data? {
        try Data.fetchOne(database, sql: "SELECT key FROM friends")
    }

    func set(key: Data) throws {
        try run("UPDATE friends SET key = ?", [key])
    }

    /// Forgets the comments that were deleted before a date.
    func prune(before date: Date) throws {
        let last = try Int64.fetchOne(
            database, sql: "SELECT max(change) FROM comment WHERE deleted < ?", arguments: [date.milliseconds])
        guard let last else { return }
        try run("DELETE FROM comment WHERE deleted < ?", [date.milliseconds])
        try run("UPDATE friends SET pruned = ? WHERE pruned < ?", [last, last])
    }

    /// Returns the next number, of a change that the feed shows.
    private func nextFeedChange() throws -> Int64 {
        let change = try nextChange()
        try noteFeedChange(change)
        return change
    }

    /// Records that the feed shows a change.
    func noteFeedChange(_ change: Int64) throws {
        try run("UPDATE friends SET feed = ?", [change])
    }

    private func nextChange() throws -> Int64 {
        hasChanged = true
        let change = try Int64.fetchOne(
            database.cachedStatement(sql: "UPDATE friends SET change = change + 1 RETURNING change"))
        guard let change else { throw CatalogError.damaged }
        return change
    }

    func run(_ sql: String, _ arguments: StatementArguments) throws {
        hasChanged = true
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension FriendComment {
    fileprivate init(_ row: Row) {
        self.init(
            id: row[0], photo: row[1], author: Person(id: row[2], name: row[3]), message: row[4],
            writtenAt: Date(milliseconds: row[5]), isHidden: row[6])
    }
}

extension Date {
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded(.down)) }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}
