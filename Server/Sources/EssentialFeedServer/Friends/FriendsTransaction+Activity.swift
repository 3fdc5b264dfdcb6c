import EssentialFeed
import Foundation
import GRDB

extension FriendsTransaction {
    /// The maximum number of comments, of reactions, and of posted photos, to look through.
    private static let newest = 2_000

    func activity(of person: Person, ownsFolder: Bool) throws -> [ActivityEvent] {
        let arguments: StatementArguments = [person.id, ownsFolder ? person.id : ""]
        let comments = try database.rows(
            """
            WITH own AS MATERIALIZED (
                SELECT photo, min(position) AS position FROM comment WHERE person = ?1 AND deleted IS NULL
                GROUP BY photo
            )
            SELECT new.id, new.photo, new.person, new.author, new.message, new.written, new.is_hidden, new.edited,
                new.reply_to, new.position, coalesce(post.person, ?2) = ?1,
                coalesce((SELECT person FROM comment WHERE comment.id = new.reply_to), '') = ?1
            FROM (SELECT * FROM comment ORDER BY position DESC LIMIT \(Self.newest)) AS new
            LEFT JOIN post ON post.id = new.photo LEFT JOIN own ON own.photo = new.photo
            WHERE new.deleted IS NULL AND new.is_hidden = 0 AND new.person <> ?1
                AND (coalesce(post.person, ?2) = ?1 OR own.position < new.position)
            """, arguments
        ).map { row in
            let (comment, isReply) = (FriendComment(row), row[11] as Bool)
            return ActivityEvent(
                number: row[9], photo: comment.photo, person: comment.author,
                kind: isReply ? .reply(comment.imageComment) : .comment(comment.imageComment), isOnOwn: row[10])
        }
        let reactions = try database.rows(
            """
            SELECT new.position, new.photo, new.person, new.author, new.name
            FROM (SELECT * FROM reaction ORDER BY position DESC LIMIT \(Self.newest)) AS new
            LEFT JOIN post ON post.id = new.photo WHERE new.person <> ?1 AND coalesce(post.person, ?2) = ?1
            """, arguments
        ).compactMap { row in
            Reaction(rawValue: row[4]).map { reaction in
                ActivityEvent(
                    number: row[0], photo: row[1], person: Person(id: row[2], name: row[3]), kind: .reaction(reaction),
                    isOnOwn: true)
            }
        }
        let posts = try database.rows(
            """
            SELECT position, id, person, author, group_id FROM post
            WHERE deleted IS NULL AND position IS NOT NULL AND person <> ? ORDER BY position DESC LIMIT \(Self.newest)
            """, [person.id]
        ).map { row in
            ActivityEvent(
                number: row[0], photo: row[1], person: Person(id: row[2], name: row[3]),
                kind: .post(group: row[4], count: 1), isOnOwn: false)
        }
        return (comments + reactions + posts).sorted { $0.number > $1.number }
    }

    /// The maximum number of comments, and of reactions, about which to notify people at once.
    private static let maximumEvents = 100

    func events(in changes: ClosedRange<Int64>) throws -> [NewEvent] {
        let arguments: StatementArguments = [changes.lowerBound, changes.upperBound, Self.maximumEvents]
        let comments = try database.rows(
            """
            SELECT new.position, new.photo, new.person, post.person FROM comment AS new
            LEFT JOIN post ON post.id = new.photo
            WHERE new.position BETWEEN ? AND ? AND new.deleted IS NULL AND new.is_hidden = 0
            ORDER BY new.position DESC LIMIT ?
            """, arguments)
        let reactions = try database.rows(
            """
            SELECT new.position, new.photo, new.person, post.person FROM reaction AS new
            LEFT JOIN post ON post.id = new.photo
            WHERE new.position BETWEEN ? AND ? ORDER BY new.position DESC LIMIT ?
            """, arguments)
        let events = try comments.map { row in
            let earlier: [String] = try database.values(
                "SELECT person FROM comment WHERE photo = ? AND deleted IS NULL AND position < ?",
                [row[1] as UUID, row[0] as Int64])
            return NewEvent(row, earlier: Set(earlier))
        }
        return (events + reactions.map { NewEvent($0, earlier: nil) }).sorted { $0.number > $1.number }
    }
}

extension NewEvent {
    /// - Parameter row: Begins with the number, the photo, the author, and the person who posted the photo.
    fileprivate init(_ row: Row, earlier: Set<String>?) {
        self.init(number: row[0], photo: row[1], author: row[2], poster: row[3], earlier: earlier)
    }
}
