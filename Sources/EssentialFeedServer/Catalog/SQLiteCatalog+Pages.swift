import EssentialFeed
import Foundation
import GRDB
import ImageFormats
import SystemPackage

extension SQLiteCatalog: PublishedPhotos {
    static let firstPageSQL = """
        SELECT id, description, place, date FROM photo WHERE file IS NOT NULL ORDER BY rank, id LIMIT ?
        """
    static let pageSQL = """
        SELECT id, description, place, date FROM photo
        WHERE file IS NOT NULL AND (rank, id) > (?, ?) ORDER BY rank, id LIMIT ?
        """
    static let rankSQL = "SELECT rank FROM photo WHERE id = ?"
    static let photoSQL = """
        SELECT file.path, size, inode, modified, modified_nanoseconds, changed, changed_nanoseconds,
            digest, format, caption, captured, captured_offset, date, description, place
        FROM photo JOIN file ON file.number = photo.file WHERE photo.id = ?
        """
    static let commentsSQL = """
        SELECT comment.id, message, created_at, username FROM photo JOIN comment ON comment.photo = photo.number
        WHERE photo.id = ? AND photo.file IS NOT NULL ORDER BY position
        """

    func page(after cursor: UUID?, limit: Int) throws -> [ListedPhoto]? {
        // Places never change and cursors stay, so the two statements need no common transaction.
        try read { database in
            let rows: RowCursor
            if let cursor {
                let rank = try Double.fetchOne(database.cachedStatement(sql: Self.rankSQL), arguments: [cursor])
                guard let rank else { return nil }
                rows = try Row.fetchCursor(
                    database.cachedStatement(sql: Self.pageSQL), arguments: [rank, cursor, limit])
            } else {
                rows = try Row.fetchCursor(database.cachedStatement(sql: Self.firstPageSQL), arguments: [limit])
            }
            var photos: [ListedPhoto] = []
            photos.reserveCapacity(limit)
            while let row = try rows.next() {
                photos.append(
                    ListedPhoto(
                        id: row[0], description: row[1], place: row[2],
                        date: Date(timeIntervalSinceReferenceDate: row[3])))
            }
            return photos
        }
    }

    func photo(_ id: UUID) throws -> Photo? {
        try read { database in
            guard let row = try Row.fetchOne(database.cachedStatement(sql: Self.photoSQL), arguments: [id]) else {
                return nil
            }
            let path = FolderPath(row[0] as Data)
            let facts = try PhotoFacts(row, from: 7)
            return Photo(
                path: path, location: path.location(in: root), stamp: FileStamp(row, from: 1), facts: facts,
                date: Date(timeIntervalSinceReferenceDate: row[12]), description: row[13], place: row[14])
        }
    }

    func comments(of id: UUID) throws -> [ImageComment]? {
        try read { database in
            guard
                try Bool.fetchOne(
                    database.cachedStatement(sql: "SELECT file IS NOT NULL FROM photo WHERE id = ?"), arguments: [id])
                    == true
            else { return nil }
            return try Row.fetchAll(database.cachedStatement(sql: Self.commentsSQL), arguments: [id]).map { row in
                ImageComment(
                    id: row[0], message: row[1], createdAt: Date(timeIntervalSinceReferenceDate: row[2]),
                    author: ImageCommentAuthor(username: row[3]))
            }
        }
    }

    func photoCount() throws -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM photo WHERE file IS NOT NULL") ?? 0 }
    }
}

extension PhotoFacts {
    /// Reads the columns digest, format, caption, captured and captured_offset.
    init(_ row: Row, from column: Int) throws {
        guard let digest = ContentDigest(bytes: row[column] as Data),
            let format = ImageFormat(rawValue: row[column + 1])
        else { throw CatalogError.damaged }
        let captured = (row[column + 3] as String?).flatMap { CaptureTime($0, offset: row[column + 4]) }
        self.init(
            digest: digest, format: format,
            metadata: ImageMetadata(caption: row[column + 2], captureTime: captured))
    }
}
