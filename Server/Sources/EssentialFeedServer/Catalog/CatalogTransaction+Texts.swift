import EssentialFeed
import Foundation
import GRDB
import ImageFormats

/// The texts of photos, from the folder's document or else from the captions in the pictures.
extension CatalogTransaction {
    /// Applies the document's texts for one of a photo's files.
    ///
    /// A photo with a moved file keeps its entry until another file takes the entry's path.
    /// - Parameter isEdited: Whether the photo's file has other bytes since the photo was last described.
    func describe(_ number: Int64, with texts: FolderTexts, isEdited: Bool = false) throws {
        let photo = try database.row(
            """
            SELECT photo.id, \(PhotoFacts.columns), date, entry, file.size, file.inode, oldest.modified,
                oldest.modified_nanoseconds, file.changed, file.changed_nanoseconds, file.path, copied
            FROM photo LEFT JOIN file ON file.number = photo.file
            LEFT JOIN file AS oldest ON oldest.number = (
                SELECT number FROM file WHERE photo = photo.number
                ORDER BY modified, modified_nanoseconds LIMIT 1)
            WHERE photo.number = ?
            """, [number])
        guard let photo else { return }
        let facts = try PhotoFacts(photo, from: 1)
        let entry = try entry(of: number, remembered: photo[12], texts)
        let hasFile = photo[13] as Int64? != nil
        let shown = Date(timeIntervalSinceReferenceDate: photo[11])
        var known = (photo[20] as Double?).map(Date.init(timeIntervalSinceReferenceDate:)) ?? .distantFuture
        if isEdited, entry?.date == nil, shown < known {
            known = shown
            try run("UPDATE photo SET copied = date WHERE number = ?", [number])
        }
        let date =
            hasFile
            ? date(
                of: facts, FileStamp(photo, from: 13).modificationDate, FolderPath(photo[19] as Data), entry,
                known: known)
            : shown
        let description = (entry?.description ?? facts.metadata.caption).flatMap { $0.isEmpty ? nil : $0 }
        // An empty location hides the location in the photo.
        let place = entry?.location
        let author = (entry?.author).flatMap { $0.isEmpty ? nil : $0 }
        let path = entry.map { FolderPath($0.file).data } ?? photo[12] as Data?
        try run(
            """
            UPDATE photo SET date = ?1, description = ?2, place = ?3, entry = ?4, author = ?5, updated = ?7 WHERE number = ?6
            AND (date IS DISTINCT FROM ?1 OR description IS DISTINCT FROM ?2 OR place IS DISTINCT FROM ?3
                OR entry IS DISTINCT FROM ?4 OR author IS DISTINCT FROM ?5)
            """,
            [
                date.timeIntervalSinceReferenceDate, description, place, path, author, number,
                now,
            ])
        if database.changesCount > 0 { isVisible = true }
        try setComments(entry.map { CommentIDs.comments($0.comments, imageID: photo[0]) } ?? [], of: number)
    }

    private func entry(
        of number: Int64, remembered: Data?, _ texts: FolderTexts
    ) throws -> FeedDocument.Entry? {
        let paths: [Data] = try database.values("SELECT path FROM file WHERE photo = ?", [number])
        var position = try paths.compactMap { try self.position(of: FolderPath($0), in: texts) }.min()
        if position == nil, let remembered,
            try Self.photo(at: FolderPath(remembered), in: database) == nil
        {
            position = texts.position(of: FolderPath(remembered))
        }
        return position.map { texts.document.entries[$0] }
    }

    /// Returns the position of a file's entry, unless the entry names another file, whose name has another Unicode
    /// form.
    func position(of path: FolderPath, in texts: FolderTexts) throws -> Int? {
        guard let position = texts.position(of: path) else { return nil }
        let named = FolderPath(texts.document.entries[position].file)
        if named == path || texts.target(of: named) == path { return position }
        return try Self.photo(at: named, in: database) == nil ? position : nil
    }

    private func setComments(_ comments: [ImageComment], of photo: Int64) throws {
        let old = try database.rows(
            "SELECT id, message, created_at, username FROM comment WHERE photo = ? ORDER BY position", [photo]
        ).map(ImageComment.init)
        guard old != comments else { return }
        try run("DELETE FROM comment WHERE photo = ?", [photo])
        for (position, comment) in comments.enumerated() {
            try run(
                "INSERT INTO comment (photo, position, id, message, created_at, username) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    photo, position, comment.id, comment.message, comment.createdAt.timeIntervalSinceReferenceDate,
                    comment.author.username,
                ])
        }
        isVisible = true
    }

    // MARK: Entries and their photos

    /// Returns the photos described by this document or an earlier one.
    /// - Parameter andWithoutZone: Whether to add all photos whose date may lack a time zone, such as in a file name.
    static func describedPhotos(
        _ database: Database, texts: FolderTexts, andWithoutZone: Bool
    ) throws -> [Int64] {
        var numbers = Set(
            try Int64.fetchAll(
                database,
                sql: """
                    SELECT number FROM photo WHERE entry IS NOT NULL
                    OR (? AND captured_offset IS NULL AND file IS NOT NULL)
                    """, arguments: [andWithoutZone]))
        for path in texts.paths {
            if let number = try photo(at: path, in: database) { numbers.insert(number) }
        }
        if texts.mayDifferInForm {
            let files = try Row.fetchCursor(database, sql: "SELECT path, photo FROM file WHERE photo IS NOT NULL")
            while let file = try files.next() {
                let path = FolderPath(file[0] as Data)
                if !path.isASCII, texts.position(of: path) != nil { numbers.insert(file[1]) }
            }
        }
        return numbers.sorted()
    }

    /// Returns the photo described by an entry: the photo of its file, of its link's target, or of the file it named
    /// earlier.
    static func photo(of entry: FeedDocument.Entry, texts: FolderTexts, in database: Database) throws -> Int64? {
        let path = FolderPath(entry.file)
        if let photo = try photo(at: path, in: database) { return photo }
        if let target = texts.target(of: path), let photo = try photo(at: target, in: database) { return photo }
        return try database.value("SELECT number FROM photo WHERE entry = ? AND file IS NOT NULL", [path.data])
    }

    private static func photo(at path: FolderPath, in database: Database) throws -> Int64? {
        try database.value("SELECT photo FROM file WHERE path = ? AND photo IS NOT NULL", [path.data])
    }
}
