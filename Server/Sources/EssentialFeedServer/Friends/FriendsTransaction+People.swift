import Foundation
import GRDB

extension FriendsTransaction {
    func otherNames(than person: Person) throws -> Set<String> {
        let (id, name) = (person.id, person.name)
        return Set(
            try database.values(
                """
                SELECT author FROM comment WHERE person = ? AND author <> ? AND deleted IS NULL
                UNION SELECT author FROM reaction WHERE person = ? AND author <> ?
                UNION SELECT author FROM post WHERE person = ? AND author <> ? AND deleted IS NULL
                """, [id, name, id, name, id, name]))
    }

    func earlierNames(of id: String) throws -> Set<String> {
        Set(
            try database.values(
                "SELECT name FROM audit WHERE action = ? AND person = ?",
                [AuditEntry.Action.renamePerson.rawValue, id]))
    }

    func names(exceptOf id: String) throws -> Set<String> {
        let (rename, remove) = (AuditEntry.Action.renamePerson.rawValue, AuditEntry.Action.removePerson.rawValue)
        return Set(
            try database.values(
                """
                SELECT author FROM comment WHERE person <> ? AND deleted IS NULL
                UNION SELECT author FROM reaction WHERE person <> ?
                UNION SELECT author FROM post WHERE person <> ? AND deleted IS NULL
                UNION SELECT name FROM audit WHERE action = ? AND person <> ?
                UNION SELECT target FROM audit WHERE action = ? AND person <> ?
                UNION SELECT target FROM audit WHERE action = ? AND target NOT IN (
                    SELECT name FROM audit WHERE action = ? AND person = ?)
                """, [id, id, id, rename, id, rename, id, remove, rename, id]))
    }

    func rename(_ person: Person) throws {
        let comments: [UUID] = try database.values(
            "SELECT id FROM comment WHERE person = ? AND deleted IS NULL ORDER BY position", [person.id])
        for id in comments {
            try run("UPDATE comment SET author = ?, change = ? WHERE id = ?", [person.name, try nextChange(), id])
        }
        let reacted = Set<UUID>(try database.values("SELECT photo FROM reaction WHERE person = ?", [person.id]))
        let posts = Set<UUID>(
            try database.values("SELECT id FROM post WHERE person = ? AND deleted IS NULL", [person.id]))
        for table in ["reaction", "post"] {
            try run("UPDATE \(table) SET author = ? WHERE person = ?", [person.name, person.id])
        }
        for photo in reacted.union(posts) {
            let change = try noteChange(of: photo)
            if posts.contains(photo) { try noteFeedChange(change) }
        }
    }

    func picture(_ digest: ContentDigest) throws -> Data? {
        try database.value("SELECT jpeg FROM picture WHERE digest = ?", [digest.data])
    }

    func set(picture: Data?, of id: String) throws {
        try run("DELETE FROM picture WHERE person = ?", [id])
        guard picture != nil || database.changesCount > 0 else { return }
        if let picture {
            try run(
                "INSERT INTO picture (person, digest, jpeg) VALUES (?, ?, ?)",
                [id, ContentDigest(of: picture).data, picture])
        }
        erases = true
        _ = try nextChange()
    }

    func content(of authors: Authorship) throws -> PersonContent {
        func count(_ rows: String) throws -> Int {
            try database.value("SELECT count(*) FROM \(rows) \(authors.condition)", authors.arguments) ?? 0
        }
        return PersonContent(
            photos: try count("post WHERE deleted IS NULL AND"),
            comments: try count("comment WHERE deleted IS NULL AND"), reactions: try count("reaction WHERE"))
    }

    func deleteAll(of authors: Authorship, at date: Date) throws {
        let arguments = authors.arguments
        func ids(_ selection: String) throws -> [UUID] {
            try database.values("SELECT \(selection) AND \(authors.condition)", arguments)
        }
        for post in try ids("id FROM post WHERE deleted IS NULL") { try deletePost(post, at: date) }
        for comment in try ids("id FROM comment WHERE deleted IS NULL") { try delete(comment, at: date) }
        let photos: [UUID] = try database.values(
            "SELECT DISTINCT photo FROM reaction WHERE \(authors.condition)", arguments)
        try run("DELETE FROM reaction WHERE \(authors.condition)", arguments)
        for photo in photos { _ = try noteChange(of: photo) }
    }
}
