import Foundation
import GRDB

extension FriendsTransaction {
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
