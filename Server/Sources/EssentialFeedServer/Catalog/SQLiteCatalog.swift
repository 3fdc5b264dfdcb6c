import Crypto
import EssentialFeed
import Files
import Foundation
import GRDB
import ImageFormats
import Synchronization
import SystemPackage

/// The server's record of a folder's files and their published photos: a SQLite database on disk or in memory.
///
/// On disk, one connection writes and the others only read. Any number of callers can read at the same time. If the disk
/// can't be written to, the catalog moves into memory. Changes made only in memory are lost when the server stops; the
/// next start finds them again.
final class SQLiteCatalog: Sendable {
    let root: FilePath
    let settings: CatalogSettings
    private struct Storage {
        let writer: any DatabaseWriter
        let isSaved: Bool
    }

    private let storage: Mutex<Storage>
    /// Keeps other servers from the folder, even if the catalog is in memory.
    private let lock: FileLock?
    /// Held during a change: none is lost while the catalog moves into memory.
    private let changing = NSLock()
    private let onMove: (@Sendable (any Error) -> Void)?
    private let currentVersion: Mutex<CatalogVersion>
    /// Whether the log may still have texts of deleted photos, as a killed process may have left them.
    let hasErased = Mutex(true)
    /// Derives photo ids that don't reveal the content of the file.
    private let key: SymmetricKey

    /// - Parameter onMove: Receives the reason when the catalog moves into memory; if `nil`, the catalog never
    ///   moves, and changes throw instead.
    init(
        _ writer: some DatabaseWriter, root: FilePath, settings: CatalogSettings, lock: FileLock? = nil,
        onMove: (@Sendable (any Error) -> Void)? = nil
    ) throws {
        try CatalogSchema.migrator.prepare(writer)
        storage = Mutex(Storage(writer: writer, isSaved: writer is DatabasePool))
        self.lock = lock
        self.root = root
        self.settings = settings
        self.onMove = onMove
        key = try writer.write { try CatalogTransaction.begin($0, root: root.string, settings) }
        currentVersion = Mutex(try writer.unsafeRead(CatalogTransaction.version))
        try change { try $0.reread() }
    }

    var keyData: Data { key.withUnsafeBytes { Data($0) } }

    /// Creates an empty catalog in memory, which is lost when the process ends.
    static func inMemory(root: FilePath, settings: CatalogSettings, lock: FileLock? = nil) throws -> SQLiteCatalog {
        try SQLiteCatalog(DatabaseQueue(), root: root, settings: settings, lock: lock)
    }

    /// Continues with a copy in memory. Its versions never match versions of the original.
    func moveIntoMemory() throws {
        let (memory, writer) = (try DatabaseQueue(), writer)
        // The read-only connections may open other files now at the path.
        try memory.writeWithoutTransaction { copy in try writer.writeWithoutTransaction { try $0.backup(to: copy) } }
        let name = String(UInt64.random(in: 0..<1 << 48), radix: 16)
        try memory.write { try $0.execute(sql: "UPDATE catalog SET name = ?", arguments: [name]) }
        let version = try memory.read(CatalogTransaction.version)
        storage.withLock { $0 = Storage(writer: memory, isSaved: false) }
        currentVersion.withLock { $0 = version }
    }

    private var writer: any DatabaseWriter { storage.withLock { $0.writer } }

    var isSaved: Bool { storage.withLock { $0.isSaved } }

    var version: CatalogVersion { currentVersion.withLock { $0 } }

    /// Checks the whole database and returns descriptions of any damage.
    func damages() throws -> [String] {
        try writer.unsafeRead { try String.fetchAll($0, sql: "PRAGMA integrity_check") }.filter { $0 != "ok" }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try writer.unsafeRead(body)
    }

    /// Whether this catalog's files are no longer at their path. The next start opens the files there, so versions from
    /// now on would be given again to other content.
    private var isReplaced: Bool {
        guard let lock, isSaved else { return false }
        do throws(FileLockError) {
            return try !lock.isCurrent()
        } catch {
            // The path can't be read, so no other file is known to be there.
            return false
        }
    }

    /// Runs one transaction and increments the version if it changed visible content. Runs it in memory if the disk can't
    /// be written to, or has another catalog at the path.
    func change<Value>(_ body: (CatalogTransaction) throws -> Value) throws -> Value {
        changing.lock()
        defer { changing.unlock() }
        if let onMove, isReplaced {
            try moveIntoMemory()
            onMove(CatalogError.replaced)
        }
        do {
            return try transact(body)
        } catch let error as DatabaseError where isSaved && error.isOfTheDisk {
            guard let onMove else { throw error }
            try moveIntoMemory()
            onMove(error)
            return try transact(body)
        }
    }

    /// Removes the texts of deleted photos from the log, unless a reader still needs it.
    func truncateLog() throws {
        guard hasErased.withLock({ $0 }) else { return }
        // Within the call, because a write may erase something right after it.
        try writer.writeWithoutTransaction { database in
            let isDone = try database.truncateLog()
            hasErased.withLock { $0 = !isDone }
        }
    }

    private func transact<Value>(_ body: (CatalogTransaction) throws -> Value) throws -> Value {
        let (value, version, keptIDs) = try writer.write { database in
            let transaction = CatalogTransaction(database, settings: settings, key: key)
            let value = try body(transaction)
            if transaction.isVisible { try transaction.run("UPDATE catalog SET version = version + 1") }
            return (value, transaction.isVisible ? try CatalogTransaction.version(database) : nil, transaction.keptIDs)
        }
        if !keptIDs.isEmpty { settings.remember(keptIDs) }
        if let version { currentVersion.withLock { $0 = version } }
        return value
    }
}

extension SQLiteCatalog: PublishedPhotos {
    static let pageSQL = """
        SELECT \(ListedPhoto.columns) FROM photo
        WHERE file IS NOT NULL AND (rank, id) > (?, ?) ORDER BY rank, id LIMIT ?
        """
    static let rankSQL = "SELECT rank FROM photo WHERE id = ?"
    static let listedSQL = "SELECT \(ListedPhoto.columns) FROM photo WHERE file IS NOT NULL AND id = ?"
    static let beforeSQL = """
        SELECT rank, id FROM photo WHERE file IS NOT NULL AND (rank, id) < (?, ?) ORDER BY rank DESC, id DESC LIMIT ?
        """
    static let photoSQL = """
        SELECT file.path, size, inode, modified, modified_nanoseconds, changed, changed_nanoseconds,
            \(PhotoFacts.columns), date, description, version
        FROM photo JOIN file ON file.number = photo.file WHERE photo.id = ?
        """
    static let commentsSQL = """
        SELECT comment.id, message, created_at, username FROM photo JOIN comment ON comment.photo = photo.number
        WHERE photo.id = ? AND photo.file IS NOT NULL ORDER BY position
        """

    func page(from position: FeedPosition?, limit: Int) throws -> [ListedPhoto] {
        try read { database in
            let start = position ?? .start
            let rows = try Row.fetchCursor(
                database.cachedStatement(sql: Self.pageSQL), arguments: [start.rank, start.id, limit])
            var photos: [ListedPhoto] = []
            photos.reserveCapacity(limit)
            while let row = try rows.next() {
                photos.append(try ListedPhoto(row, showsLocations: settings.showsLocations))
            }
            return photos
        }
    }

    func position(of id: UUID) throws -> FeedPosition? {
        let rank: Double? = try read { try $0.value(Self.rankSQL, [id]) }
        return rank.map { FeedPosition(rank: $0, id: id) }
    }

    func positions(before position: FeedPosition, limit: Int) throws -> [FeedPosition] {
        try read { database in
            try database.rows(Self.beforeSQL, [position.rank, position.id, limit]).map {
                FeedPosition(rank: $0[0], id: $0[1])
            }
        }
    }

    func listed(_ id: UUID) throws -> ListedPhoto? {
        try read { database in
            try database.row(Self.listedSQL, [id]).map {
                try ListedPhoto($0, showsLocations: settings.showsLocations)
            }
        }
    }

    func photo(_ id: UUID) throws -> Photo? {
        try read { database in
            guard let row = try database.row(Self.photoSQL, [id]) else { return nil }
            let facts = try PhotoFacts(row, from: 7)
            return Photo(
                id: id, place: .folder(root), path: FolderPath(row[0] as Data), stamp: FileStamp(row, from: 1),
                facts: facts, date: Date(timeIntervalSinceReferenceDate: row[17]), description: row[18],
                version: row[19])
        }
    }

    func comments(of id: UUID) throws -> [ImageComment]? {
        try read { database in
            let isThere: Bool? = try database.value("SELECT file IS NOT NULL FROM photo WHERE id = ?", [id])
            return try isThere == true ? database.rows(Self.commentsSQL, [id]).map(ImageComment.init) : nil
        }
    }

    func hasDocumentComment(_ id: UUID) throws -> Bool {
        try read { try $0.value("SELECT 1 FROM comment WHERE id = ?", [id]) ?? false }
    }

    func photoCount() throws -> Int {
        try read { try $0.value("SELECT count(*) FROM photo WHERE file IS NOT NULL") ?? 0 }
    }

    func months(in zone: TimeZone) throws -> [PhotoMonth: Int] {
        try read { try $0.months(of: "photo WHERE file IS NOT NULL", in: zone) }
    }
}

extension ListedPhoto {
    static let columns = """
        id, description, place, date, author, placeholder, width, height, cleaning, noted_location, rank,
        (SELECT count(*) FROM comment WHERE comment.photo = photo.number), version, added, updated, format, alternative
        """

    fileprivate init(_ row: Row, showsLocations: Bool) throws {
        guard let animation = PhotoAnimation(rawValue: row[8]), let format = ImageFormat(rawValue: row[15]) else {
            throw CatalogError.damaged
        }
        let place = row[2] as String? ?? (showsLocations ? row[9] : nil)
        self.init(
            id: row[0], description: row[1], place: place?.isEmpty == true ? nil : place,
            date: Date(timeIntervalSinceReferenceDate: row[3]), author: row[4], placeholder: row[5],
            sizes: PhotoSizes(PixelSize(width: row[6], height: row[7]), animation), alternative: row[16], rank: row[10],
            commentCount: row[11], version: row[12],
            added: (row[13] as Double?).map { Date(timeIntervalSinceReferenceDate: $0) },
            updated: (row[14] as Double?).map { Date(timeIntervalSinceReferenceDate: $0) }, format: format)
    }
}

extension ImageComment {
    init(_ row: Row) {
        self.init(
            id: row[0], message: row[1], createdAt: Date(timeIntervalSinceReferenceDate: row[2]),
            author: ImageCommentAuthor(username: row[3]))
    }
}

extension PhotoFacts {
    static let columns =
        "digest, format, caption, captured, captured_offset, width, height, cleaning, noted_location, written"

    init(_ row: Row, from column: Int) throws {
        guard let digest = ContentDigest(bytes: row[column] as Data),
            let format = ImageFormat(rawValue: row[column + 1]),
            let animation = PhotoAnimation(rawValue: row[column + 7])
        else { throw CatalogError.damaged }
        let captured = (row[column + 3] as String?).flatMap { CaptureTime($0, offset: row[column + 4]) }
        self.init(
            digest: digest, format: format,
            metadata: ImageMetadata(
                caption: row[column + 2], captureTime: captured,
                writtenTime: (row[column + 9] as String?).flatMap { CaptureTime($0) }, location: row[column + 8]),
            size: PixelSize(width: row[column + 5], height: row[column + 6]), animation: animation)
    }
}
