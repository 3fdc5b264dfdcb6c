import BenchmarkKit
import EssentialFeed
import Foundation
import GRDBSQLite

/// The floor of the feed store: the same rows in the same tables under the same pragmas, through SQLite's C functions on
/// the caller's thread.
final class FeedRows {
    private let connection: OpaquePointer
    private let begin: OpaquePointer
    private let commit: OpaquePointer
    private let deleteFeed: OpaquePointer
    private let deleteImages: OpaquePointer
    private let insertFeed: OpaquePointer
    private let insertImage: OpaquePointer
    private let selectFeed: OpaquePointer
    private let selectImages: OpaquePointer

    init(_ file: URL) throws {
        var connection: OpaquePointer?
        guard sqlite3_open(file.path, &connection) == SQLITE_OK, let connection else {
            throw BenchmarkFailure("SQLite cannot open \(file.path)")
        }
        self.connection = connection
        let schema = """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = NORMAL;
            CREATE TABLE feed (id INTEGER PRIMARY KEY CHECK (id = 1), timestamp REAL NOT NULL, validator TEXT);
            CREATE TABLE feed_image (
                position INTEGER PRIMARY KEY, id BLOB NOT NULL, description TEXT, location TEXT, url TEXT NOT NULL);
            """
        guard sqlite3_exec(connection, schema, nil, nil, nil) == SQLITE_OK else { throw Self.failure(connection) }
        func prepare(_ sql: String) throws -> OpaquePointer {
            var statement: OpaquePointer?
            guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
                throw Self.failure(connection)
            }
            return statement
        }
        begin = try prepare("BEGIN IMMEDIATE")
        commit = try prepare("COMMIT")
        deleteFeed = try prepare("DELETE FROM feed")
        deleteImages = try prepare("DELETE FROM feed_image")
        insertFeed = try prepare("INSERT INTO feed (id, timestamp, validator) VALUES (1, ?, ?)")
        insertImage = try prepare(
            "INSERT INTO feed_image (position, id, description, location, url) VALUES (?, ?, ?, ?, ?)")
        selectFeed = try prepare("SELECT timestamp, validator FROM feed")
        selectImages = try prepare("SELECT id, description, location, url FROM feed_image ORDER BY position")
    }

    deinit {
        let statements = [
            begin, commit, deleteFeed, deleteImages, insertFeed, insertImage, selectFeed, selectImages,
        ]
        for statement in statements { sqlite3_finalize(statement) }
        sqlite3_close(connection)
    }

    func save(_ feed: CachedFeed) throws {
        try run(begin)
        try run(deleteFeed)
        try run(deleteImages)
        sqlite3_bind_double(insertFeed, 1, feed.loadedAt.timeIntervalSinceReferenceDate)
        Self.bind(feed.entityTag, to: insertFeed, at: 2)
        try run(insertFeed)
        for (position, image) in feed.images.enumerated() {
            sqlite3_bind_int64(insertImage, 1, Int64(position))
            withUnsafeBytes(of: image.id.uuid) {
                _ = sqlite3_bind_blob(insertImage, 2, $0.baseAddress, Int32($0.count), Self.transient)
            }
            Self.bind(image.description, to: insertImage, at: 3)
            Self.bind(image.location, to: insertImage, at: 4)
            Self.bind(image.url.absoluteString, to: insertImage, at: 5)
            try run(insertImage)
        }
        try run(commit)
    }

    func retrieve() throws -> CachedFeed? {
        defer { sqlite3_reset(selectFeed) }
        guard try step(selectFeed) else { return nil }
        var images: [LocalFeedImage] = []
        while try step(selectImages) {
            guard let id = sqlite3_column_blob(selectImages, 0), sqlite3_column_bytes(selectImages, 0) == 16,
                let url = Self.text(selectImages, 3).flatMap({ URL(string: $0) })
            else { throw BenchmarkFailure("a row is not what was saved") }
            images.append(
                LocalFeedImage(
                    id: UUID(uuid: id.loadUnaligned(as: uuid_t.self)), description: Self.text(selectImages, 1),
                    location: Self.text(selectImages, 2), url: url))
        }
        sqlite3_reset(selectImages)
        return CachedFeed(
            images: images, loadedAt: Date(timeIntervalSinceReferenceDate: sqlite3_column_double(selectFeed, 0)),
            entityTag: Self.text(selectFeed, 1))
    }

    private func run(_ statement: OpaquePointer) throws {
        while try step(statement) {}
        sqlite3_reset(statement)
    }

    private func step(_ statement: OpaquePointer) throws -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        default: throw Self.failure(connection)
        }
    }

    private static func bind(_ text: String?, to statement: OpaquePointer, at index: Int32) {
        guard var text else {
            sqlite3_bind_null(statement, index)
            return
        }
        text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) {
                _ = sqlite3_bind_text(statement, index, $0.baseAddress, Int32($0.count), transient)
            }
        }
    }

    private static func text(_ statement: OpaquePointer, _ column: Int32) -> String? {
        guard let text = sqlite3_column_text(statement, column) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// Makes SQLite copy the bound bytes before the call returns.
    private static var transient: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    private static func failure(_ connection: OpaquePointer) -> BenchmarkFailure {
        BenchmarkFailure("SQLite: \(String(cString: sqlite3_errmsg(connection)))")
    }
}
