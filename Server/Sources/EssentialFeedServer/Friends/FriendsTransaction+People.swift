import Foundation
import GRDB

/// What a person has written, found by the person's name and by the id of their token, because names change. An id that is `nil`
/// finds nothing.
extension FriendsTransaction {
    /// Returns whether a person, or anyone of a name, has photos, comments or reactions.
    func hasContent(of name: String, id: String?) throws -> Bool {
        try Bool.fetchOne(
            database,
            sql: """
                SELECT 1 FROM comment WHERE author = ? OR person = ?
                UNION ALL SELECT 1 FROM reaction WHERE author = ? OR person = ?
                UNION ALL SELECT 1 FROM post WHERE author = ? OR person = ? LIMIT 1
                """, arguments: [name, id, name, id, name, id]) ?? false
    }

    /// Returns whether something that a person has written has another name than theirs.
    func hasOtherName(than person: Person) throws -> Bool {
        let (id, name) = (person.id, person.name)
        return try Bool.fetchOne(
            database,
            sql: """
                SELECT 1 FROM comment WHERE person = ? AND author <> ? AND deleted IS NULL
                UNION ALL SELECT 1 FROM reaction WHERE person = ? AND author <> ?
                UNION ALL SELECT 1 FROM post WHERE person = ? AND author <> ? AND deleted IS NULL LIMIT 1
                """, arguments: [id, name, id, name, id, name]) ?? false
    }

    /// Returns the names that others have or had: at what they have written, and in the audit log. A name that the person had
    /// after its owner was removed isn't among them.
    func names(exceptOf id: String) throws -> Set<String> {
        let (rename, remove) = (AuditEntry.Action.renamePerson.rawValue, AuditEntry.Action.removePerson.rawValue)
        return try String.fetchSet(
            database,
            sql: """
                SELECT author FROM comment WHERE person <> ? AND deleted IS NULL
                UNION SELECT author FROM reaction WHERE person <> ?
                UNION SELECT author FROM post WHERE person <> ? AND deleted IS NULL
                UNION SELECT name FROM audit WHERE action = ? AND person <> ?
                UNION SELECT target FROM audit WHERE action = ? AND person <> ?
                UNION SELECT target FROM audit WHERE action = ? AND target NOT IN (
                    SELECT name FROM audit WHERE action = ? AND person = ?)
                """, arguments: [id, id, id, rename, id, rename, id, remove, rename, id])
    }

    /// Gives everything that a person has written the person's name.
    func rename(_ person: Person) throws {
        let comments = try UUID.fetchAll(
            database, sql: "SELECT id FROM comment WHERE person = ? AND deleted IS NULL ORDER BY position",
            arguments: [person.id])
        for id in comments {
            try run(
                "UPDATE comment SET author = ?, change = ? WHERE id = ?", [person.name, try nextFeedChange(), id])
        }
        let photos = try UUID.fetchAll(
            database,
            sql: """
                SELECT photo FROM reaction WHERE person = ?
                UNION SELECT id FROM post WHERE person = ? AND deleted IS NULL
                """, arguments: [person.id, person.id])
        for table in ["reaction", "post"] {
            try run("UPDATE \(table) SET author = ? WHERE person = ?", [person.name, person.id])
        }
        for photo in photos { try noteFeedChange(try noteChange(of: photo)) }
    }

    /// Returns how much ``deleteAll(of:id:at:)`` would delete.
    func content(of name: String, id: String?) throws -> PersonContent {
        func count(_ sql: String) throws -> Int {
            try Int.fetchOne(database, sql: "SELECT count(*) FROM " + sql, arguments: [name, id]) ?? 0
        }
        return PersonContent(
            photos: try count("post WHERE (author = ? OR person = ?) AND deleted IS NULL"),
            comments: try count("comment WHERE (author = ? OR person = ?) AND deleted IS NULL"),
            reactions: try count("reaction WHERE author = ? OR person = ?"))
    }

    /// Deletes the photos, comments and reactions of a person and of all people with a name.
    func deleteAll(of name: String, id: String?, at date: Date) throws {
        for post in try posts(of: name, id: id) { try deletePost(post, at: date) }
        let comments = try UUID.fetchAll(
            database, sql: "SELECT id FROM comment WHERE (author = ? OR person = ?) AND deleted IS NULL",
            arguments: [name, id])
        for comment in comments { try delete(comment, at: date) }
        let photos = try UUID.fetchAll(
            database, sql: "SELECT DISTINCT photo FROM reaction WHERE author = ? OR person = ?", arguments: [name, id])
        try run("DELETE FROM reaction WHERE author = ? OR person = ?", [name, id])
        for photo in photos { _ = try noteChange(of: photo) }
    }
}
