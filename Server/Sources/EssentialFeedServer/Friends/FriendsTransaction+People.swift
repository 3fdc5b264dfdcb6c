import Foundation
import GRDB

/// What people have written, and their names.
extension FriendsTransaction {
    /// Returns whether there are photos, comments or reactions.
    func hasContent(of authors: Authorship) throws -> Bool {
        let arguments = authors.arguments
        return try Bool.fetchOne(
            database,
            sql: """
                SELECT 1 FROM comment WHERE \(authors.condition)
                UNION ALL SELECT 1 FROM reaction WHERE \(authors.condition)
                UNION ALL SELECT 1 FROM post WHERE \(authors.condition) LIMIT 1
                """, arguments: arguments + arguments + arguments) ?? false
    }

    /// Returns the other names than a person's own at what the person has written.
    func otherNames(than person: Person) throws -> Set<String> {
        let (id, name) = (person.id, person.name)
        return try String.fetchSet(
            database,
            sql: """
                SELECT author FROM comment WHERE person = ? AND author <> ? AND deleted IS NULL
                UNION SELECT author FROM reaction WHERE person = ? AND author <> ?
                UNION SELECT author FROM post WHERE person = ? AND author <> ? AND deleted IS NULL
                """, arguments: [id, name, id, name, id, name])
    }

    /// Returns the names that a person had before.
    func earlierNames(of id: String) throws -> Set<String> {
        try String.fetchSet(
            database, sql: "SELECT name FROM audit WHERE action = ? AND person = ?",
            arguments: [AuditEntry.Action.renamePerson.rawValue, id])
    }

    /// Returns the names that others have or had: at their comments and photos, and in the audit log. A name the person
    /// had after its owner was removed isn't among them.
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

    func picture(_ digest: ContentDigest) throws -> Data? {
        try Data.fetchOne(
            database.cachedStatement(sql: "SELECT jpeg FROM picture WHERE digest = ?"), arguments: [digest.data])
    }

    /// Sets the picture of a person; `nil` for none.
    /// - Parameter id: The id of the person's token.
    func set(picture: Data?, of id: String) throws {
        try run("DELETE FROM picture WHERE person = ?", [id])
        guard picture != nil || database.changesCount > 0 else { return }
        if let picture {
            try run(
                "INSERT INTO picture (person, digest, jpeg) VALUES (?, ?, ?)",
                [id, ContentDigest(of: picture).data, picture])
        }
        erases = true
        _ = try nextFeedChange()
    }

    /// Returns how much ``deleteAll(of:at:)`` would delete.
    func content(of authors: Authorship) throws -> PersonContent {
        func count(_ rows: String) throws -> Int {
            try Int.fetchOne(
                database, sql: "SELECT count(*) FROM \(rows) \(authors.condition)", arguments: authors.arguments)
                ?? 0
        }
        return PersonContent(
            photos: try count("post WHERE deleted IS NULL AND"),
            comments: try count("comment WHERE deleted IS NULL AND"), reactions: try count("reaction WHERE"))
    }

    /// Deletes photos, comments and reactions.
    func deleteAll(of authors: Authorship, at date: Date) throws {
        let arguments = authors.arguments
        func ids(_ selection: String) throws -> [UUID] {
            try UUID.fetchAll(database, sql: "SELECT \(selection) AND \(authors.condition)", arguments: arguments)
        }
        for post in try ids("id FROM post WHERE deleted IS NULL") { try deletePost(post, at: date) }
        for comment in try ids("id FROM comment WHERE deleted IS NULL") { try delete(comment, at: date) }
        let photos = try UUID.fetchAll(
            database, sql: "SELECT DISTINCT photo FROM reaction WHERE \(authors.condition)", arguments: arguments)
        try run("DELETE FROM reaction WHERE \(authors.condition)", arguments)
        for photo in photos { _ = try noteChange(of: photo) }
    }
}
