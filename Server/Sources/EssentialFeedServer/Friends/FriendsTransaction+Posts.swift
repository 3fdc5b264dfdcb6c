import Foundation
import GRDB
import ImageFormats

/// What is known about the id of a posted photo.
enum PostState: Sendable {
    /// No one has posted a photo with the id.
    case unknown
    case posted(PostedPhoto)
    case deleted
}

extension FriendsTransaction {
    static let columns = """
        id, rank, person, author, caption, location, alternative, posted, digest, bytes, width, height, placeholder, content, \
        edited, group_id
        """

    func post(_ id: UUID) throws -> PostState {
        guard let row = try database.row("SELECT \(Self.columns) FROM post WHERE id = ?", [id]) else { return .unknown }
        return row["content"] as Data? == nil ? .deleted : .posted(try PostedPhoto(row))
    }

    func insert(_ post: PostedPhoto) throws {
        let change = try noteChange(of: post.id)
        try run(
            "INSERT INTO post (\(Self.columns), position) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                post.id, post.position.rank, post.author.id, post.author.name, post.texts.caption, post.texts.location,
                post.texts.alternative, post.postedAt.milliseconds, post.picture.digest.data,
                post.picture.byteCount, post.picture.size.width, post.picture.size.height, post.picture.placeholder,
                post.content.data, post.editedAt?.milliseconds, post.group, change,
            ])
        try noteFeedChange(change)
    }

    func set(_ texts: PostTexts, ofPost id: UUID, at date: Date) throws {
        try run(
            "UPDATE post SET caption = ?, location = ?, alternative = ?, edited = ? WHERE id = ?",
            [texts.caption, texts.location, texts.alternative, date.milliseconds, id])
        try noteFeedChange(noteChange(of: id))
        erases = true
    }

    func deletePost(_ id: UUID, at date: Date) throws {
        try run(
            """
            UPDATE post SET deleted = ?, person = '', author = '', caption = NULL, location = NULL, alternative = NULL,
                posted = 0, edited = NULL, digest = NULL, bytes = 0, width = 0, height = 0, placeholder = NULL, content = NULL,
                group_id = NULL
            WHERE id = ?
            """, [date.milliseconds, id])
        for comment in try comments(on: id) { try delete(comment.id, at: date) }
        try run("DELETE FROM reaction WHERE photo = ?", [id])
        try noteFeedChange(noteChange(of: id))
        removeFiles(ofPost: id)
        erases = true
    }

    func removeFiles(ofPost id: UUID) { removedPosts.append(id) }

    func posts(from position: FeedPosition?, limit: Int) throws -> [PostedPhoto] {
        let start = position ?? .start
        return try database.rows(
            """
            SELECT \(Self.columns) FROM post WHERE deleted IS NULL AND (rank, id) > (?, ?)
            ORDER BY rank, id LIMIT ?
            """, [start.rank, start.id, limit]
        ).map(PostedPhoto.init)
    }

    func positions(before position: FeedPosition, limit: Int) throws -> [FeedPosition] {
        try database.rows(
            """
            SELECT rank, id FROM post WHERE deleted IS NULL AND (rank, id) < (?, ?)
            ORDER BY rank DESC, id DESC LIMIT ?
            """, [position.rank, position.id, limit]
        ).map { FeedPosition(rank: $0[0], id: $0[1]) }
    }

    func position(ofPost id: UUID) throws -> FeedPosition? {
        let rank: Double? = try database.value("SELECT rank FROM post WHERE id = ?", [id])
        return rank.map { FeedPosition(rank: $0, id: id) }
    }

    func postCount() throws -> Int {
        try database.value("SELECT count(*) FROM post WHERE deleted IS NULL") ?? 0
    }

    func months(in zone: TimeZone) throws -> [PhotoMonth: Int] {
        try database.months(of: "post WHERE deleted IS NULL", in: zone)
    }

    func postedBytes(of person: Person) throws -> Int {
        try database.value(
            "SELECT CAST(sum(bytes) AS BIGINT) FROM post WHERE person = ? AND deleted IS NULL", [person.id]) ?? 0
    }

    func postIDs(areDeleted: Bool) throws -> [UUID] {
        try database.values(
            areDeleted ? "SELECT id FROM post WHERE deleted IS NOT NULL" : "SELECT id FROM post WHERE deleted IS NULL")
    }
}

extension PostedPhoto {
    /// Reads the columns of a photo that isn't deleted.
    fileprivate init(_ row: Row) throws {
        guard let digest = ContentDigest(bytes: row["digest"] as Data),
            let content = ContentDigest(bytes: row["content"] as Data)
        else { throw CatalogError.damaged }
        self.init(
            position: FeedPosition(rank: row["rank"], id: row["id"]),
            author: Person(id: row["person"], name: row["author"]),
            texts: try PostTexts(
                caption: row["caption"], location: row["location"], alternative: row["alternative"]),
            postedAt: Date(milliseconds: row["posted"]),
            picture: Picture(
                digest: digest, byteCount: row["bytes"], size: PixelSize(width: row["width"], height: row["height"]),
                placeholder: row["placeholder"]),
            content: content, editedAt: (row["edited"] as Int64?).map(Date.init(milliseconds:)),
            group: row["group_id"])
    }
}
