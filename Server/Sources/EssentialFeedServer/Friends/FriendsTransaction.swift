import Foundation
import GRDB

extension Requester {
    /// Returns whether the person may see a comment: only its author and admins see a hidden one.
    func sees(_ comment: FriendComment) -> Bool {
        !comment.isHidden || scopes.contains(.admin) || comment.author.id == person?.id
    }
}

/// The owner's decisions about a photo.
struct PhotoState: Hashable, Sendable {
    var isHidden = false
    /// Whether comments and reactions are refused.
    var isClosed = false
    /// Whether the photo was posted, and deleted since.
    var isDeleted = false
}

/// One transaction on the SQLite database of what friends have written.
final class FriendsTransaction: FriendsRows {
    static let commentColumns = "id, photo, person, author, message, written, is_hidden, edited, reply_to"

    let database: Database
    private(set) var hasChanged = false
    /// Whether a text was deleted.
    var erases = false
    /// The posted photos whose files to delete once the transaction is on the disk.
    var removedPosts: [UUID] = []

    init(_ database: Database) {
        self.database = database
    }

    // MARK: Comments

    func comment(_ id: UUID) throws -> (photo: UUID, comment: FriendComment?)? {
        try database.row("SELECT \(Self.commentColumns) FROM comment WHERE id = ?", [id])
            .map { (photo: $0[1], comment: $0[4] as String? == nil ? nil : FriendComment($0)) }
    }

    func insert(_ comment: FriendComment) throws {
        let change = try nextFeedChange()
        try run(
            """
            INSERT INTO comment (id, photo, person, author, message, written, reply_to, position, change)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                comment.id, comment.photo, comment.author.id, comment.author.name, comment.message,
                comment.writtenAt.milliseconds, comment.replyTo, change, change,
            ])
    }

    func set(_ message: String, of comment: FriendComment, at date: Date) throws {
        try run(
            "UPDATE comment SET message = ?, edited = ?, sent = coalesce(sent, ?), change = ? WHERE id = ?",
            [
                message, date.milliseconds, ContentDigest(of: comment.message.utf8).data, try nextChange(), comment.id,
            ])
        erases = true
    }

    func has(_ comment: FriendComment, first message: String) throws -> Bool {
        guard comment.message != message else { return true }
        return try has(
            "SELECT 1 FROM comment WHERE id = ? AND sent = ?", [comment.id, ContentDigest(of: message.utf8).data])
    }

    func delete(_ id: UUID, at date: Date) throws {
        try run(
            """
            UPDATE comment SET message = NULL, sent = NULL, reply_to = NULL, person = '', author = '', deleted = ?, change = ?
            WHERE id = ?
            """,
            [date.milliseconds, try nextFeedChange(), id])
        erases = true
    }

    func hide(_ isHidden: Bool, comment id: UUID) throws {
        try run("UPDATE comment SET is_hidden = ?, change = ? WHERE id = ?", [isHidden, try nextFeedChange(), id])
    }

    func comments(
        on photo: UUID, for reader: Requester?, before cursor: UUID?, limit: Int
    ) throws -> [FriendComment] {
        var end = Int64.max
        if let cursor {
            let position: Int64? = try database.value(
                "SELECT position FROM comment WHERE id = ? AND photo = ?", [cursor, photo])
            guard let position else { throw FriendsError.noSuchComment }
            end = position
        }
        let rows = try Row.fetchCursor(
            database.cachedStatement(
                sql: """
                    SELECT \(Self.commentColumns) FROM comment
                    WHERE photo = ? AND deleted IS NULL AND position < ? ORDER BY position DESC
                    """), arguments: [photo, end])
        var comments: [FriendComment] = []
        while comments.count < limit, let row = try rows.next() {
            let comment = FriendComment(row)
            if reader?.sees(comment) != false { comments.append(comment) }
        }
        return comments.reversed()
    }

    func commentCounts(on photos: [UUID]) throws -> [UUID: Int] {
        guard !photos.isEmpty else { return [:] }
        let rows = try database.rows(
            """
            SELECT photo, count(*) FROM comment
            WHERE photo IN (\(databaseQuestionMarks(count: photos.count))) AND deleted IS NULL AND is_hidden = 0
            GROUP BY photo
            """, StatementArguments(photos))
        return Dictionary(rows.map { ($0[0], $0[1]) }, uniquingKeysWith: +)
    }

    func comments(
        after change: Int64, limit: Int, for reader: Requester
    ) throws -> [(change: Int64, id: UUID, photo: UUID, FriendComment?)] {
        try database.rows(
            "SELECT \(Self.commentColumns), change FROM comment WHERE change > ? ORDER BY change LIMIT ?",
            [change, limit]
        ).map { row in
            let comment = row[4] as String? == nil ? nil : FriendComment(row)
            return (row[9], row[0], row[1], comment.flatMap { reader.sees($0) ? $0 : nil })
        }
    }

    // MARK: Reactions and photos

    func reactions(on photo: UUID) throws -> [PhotoReaction] {
        let rows = try database.rows(
            "SELECT name, person, author FROM reaction WHERE photo = ? ORDER BY position", [photo])
        let people = Dictionary(grouping: rows) { $0[0] as String }
        return Reaction.allCases.compactMap { reaction in
            people[reaction.rawValue].map { rows in
                PhotoReaction(reaction: reaction, people: rows.map { Person(id: $0[1], name: $0[2]) })
            }
        }
    }

    func people(who reaction: Reaction, on photos: [UUID]) throws -> [UUID: [Person]] {
        guard !photos.isEmpty else { return [:] }
        let rows = try database.rows(
            """
            SELECT photo, person, author FROM reaction
            WHERE photo IN (\(databaseQuestionMarks(count: photos.count))) AND name = ? ORDER BY position
            """, StatementArguments(photos) + [reaction.rawValue])
        return Dictionary(grouping: rows) { $0[0] as UUID }.mapValues { $0.map { Person(id: $0[1], name: $0[2]) } }
    }

    func has(_ reaction: Reaction, of person: Person, to photo: UUID) throws -> Bool {
        try has(
            "SELECT 1 FROM reaction WHERE photo = ? AND person = ? AND name = ?",
            [photo, person.id, reaction.rawValue])
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
        try database.row("SELECT is_hidden, is_closed FROM photo WHERE id = ?", [photo])
            .map { PhotoState(isHidden: $0[0], isClosed: $0[1]) } ?? PhotoState()
    }

    func closed(of photos: [UUID]) throws -> Set<UUID> {
        guard !photos.isEmpty else { return [] }
        return Set(
            try database.values(
                "SELECT id FROM photo WHERE id IN (\(databaseQuestionMarks(count: photos.count))) AND is_closed = 1",
                StatementArguments(photos)))
    }

    func set(_ state: PhotoState, of photo: UUID) throws {
        let change = try noteChange(of: photo)
        if try self.state(of: photo).isHidden != state.isHidden { try noteFeedChange(change) }
        try run(
            "UPDATE photo SET is_hidden = ?, is_closed = ? WHERE id = ?", [state.isHidden, state.isClosed, photo])
    }

    func photos(after change: Int64, limit: Int) throws -> [(change: Int64, id: UUID, state: PhotoState)] {
        try database.rows(
            """
            SELECT photo.change, photo.id, is_hidden, is_closed, post.deleted IS NOT NULL FROM photo
            LEFT JOIN post ON post.id = photo.id WHERE photo.change > ? ORDER BY photo.change LIMIT ?
            """, [change, limit]
        ).map { ($0[0], $0[1], PhotoState(isHidden: $0[2], isClosed: $0[3], isDeleted: $0[4])) }
    }

    func noteChange(of photo: UUID) throws -> Int64 {
        let change = try nextChange()
        try run(
            "INSERT INTO photo (id, change) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET change = excluded.change",
            [photo, change])
        return change
    }

    // MARK: People

    func history(of person: Person, since date: Date) throws -> WriteHistory {
        let arguments: StatementArguments = [person.id, date.milliseconds]
        func dates(_ sql: String, _ arguments: StatementArguments) throws -> [Date] {
            try database.rows(sql, arguments).map { Date(milliseconds: $0[0]) }
        }
        let actions = "SELECT at FROM audit WHERE person = ? AND at > ? AND action = ? ORDER BY at"
        return WriteHistory(
            comments: try dates(
                "SELECT written FROM comment WHERE person = ? AND written > ? ORDER BY written", arguments),
            photos: try database.rows(
                "SELECT posted, bytes FROM post WHERE person = ? AND posted > ? ORDER BY posted", arguments
            ).map { (Date(milliseconds: $0[0]), $0[1]) },
            names: try dates(actions, arguments + [AuditEntry.Action.renamePerson.rawValue]),
            links: try dates(actions, arguments + [AuditEntry.Action.linkDevice.rawValue]))
    }

    func record(_ entry: AuditEntry) throws {
        try run(
            "INSERT INTO audit (change, at, person, name, action, target) VALUES (?, ?, ?, ?, ?, ?)",
            [
                try nextChange(), entry.date.milliseconds, entry.person.id, entry.person.name, entry.action.rawValue,
                entry.target,
            ])
    }

    func audit(limit: Int) throws -> [AuditEntry] {
        try database.rows("SELECT at, person, name, action, target FROM audit ORDER BY change DESC LIMIT ?", [limit])
            .reversed().compactMap(AuditEntry.init)
    }

    func hiddenAndClosed() throws -> Set<UUID> {
        Set(try database.values("SELECT id FROM photo WHERE is_hidden = 1 OR is_closed = 1"))
    }

    func hiddenPhotos() throws -> [HiddenItem] {
        try hidden(
            .hidePhoto,
            """
            SELECT photo.id FROM photo LEFT JOIN post ON post.id = photo.id
            WHERE is_hidden = 1 AND post.deleted IS NULL
            """)
    }

    func hiddenComments() throws -> [HiddenItem] {
        try hidden(.hideComment, "SELECT id FROM comment WHERE is_hidden = 1 AND deleted IS NULL")
    }

    private func hidden(_ action: AuditEntry.Action, _ ids: String) throws -> [HiddenItem] {
        let lines = try database.rows(
            "SELECT at, person, name, action, target FROM audit WHERE action = ? ORDER BY change", [action.rawValue]
        ).enumerated().compactMap { place, row in AuditEntry(row).map { (place, $0) } }
        let last = Dictionary(lines.map { ($0.1.target, $0) }) { $1 }
        let hidden: [UUID] = try database.values(ids)
        return hidden.map { (last[$0.uuidString]?.0 ?? -1, HiddenItem(id: $0, hidden: last[$0.uuidString]?.1)) }
            .sorted { ($0.0, $0.1.id) > ($1.0, $1.1.id) }.map(\.1)
    }

    func set(_ appearance: ChosenAppearance) throws {
        try run(
            "UPDATE friends SET title = ?, accent = ?, cover = ?",
            [appearance.title, appearance.accent?.text, appearance.cover])
    }

    // MARK: Upkeep

    func key() throws -> Data? {
        try database.value("SELECT key FROM friends")
    }

    func remember(_ photo: UUID, _ digest: ContentDigest) throws {
        try run("DELETE FROM edited WHERE digest = ? AND photo != ?", [digest.data, photo])
        try run(
            "INSERT INTO edited (photo, digest) VALUES (?, ?) ON CONFLICT (photo) DO UPDATE SET digest = excluded.digest",
            [photo, digest.data])
    }

    func remembered(_ digest: ContentDigest) throws -> UUID? {
        try database.value("SELECT photo FROM edited WHERE digest = ? ORDER BY photo", [digest.data])
    }

    func set(key: Data) throws {
        try run("UPDATE friends SET key = ?", [key])
    }

    func nextFeedChange() throws -> Int64 {
        let change = try nextChange()
        try noteFeedChange(change)
        return change
    }

    func noteFeedChange(_ change: Int64) throws {
        try run("UPDATE friends SET feed = ?", [change])
    }

    /// Returns the next number, of a change that the feed doesn't show.
    func nextChange() throws -> Int64 {
        hasChanged = true
        guard let change: Int64 = try database.value("UPDATE friends SET change = change + 1 RETURNING change") else {
            throw CatalogError.damaged
        }
        return change
    }

    // MARK: Statements

    func run(_ sql: String, _ arguments: StatementArguments) throws {
        hasChanged = true
        try database.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// Returns whether a statement that selects 1 finds a row.
    func has(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
        try database.value(sql, arguments) ?? false
    }
}

extension Date {
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1_000).rounded(.down)) }

    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}

struct PersonContent: Hashable, Sendable {
    var photos = 0
    var comments = 0
    var reactions = 0

    var isEmpty: Bool { self == PersonContent() }
}

struct HiddenItem: Hashable, Sendable {
    let id: UUID
    /// When and by whom it was hidden last; `nil` if the audit log doesn't contain it.
    let hidden: AuditEntry?
}
