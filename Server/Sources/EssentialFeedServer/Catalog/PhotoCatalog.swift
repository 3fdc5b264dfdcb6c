import EssentialFeed
import Files
import Foundation
import GRDB
import SystemPackage

/// The server's record of a folder's files, and the photos that it publishes from them.
///
/// One caller follows the folder: it reports the existing files, reads the files that the catalog requests, and records
/// the results. Each call blocks and is one transaction: it either succeeds completely or throws. Any number of callers
/// can read at the same time.
protocol PhotoCatalog: PublishedPhotos {
    // MARK: Files

    /// Compares files with the known ones. New and changed files are marked to be read.
    ///
    /// A known photo's file at a new path keeps its photo and is read again to verify the content.
    /// - Parameter look: Returns the current item at a path.
    func note(_ files: [FolderFile], look: (FolderPath) -> FolderItem) throws

    /// Forgets deleted files and unpublishes photos without any file.
    func forget(_ paths: [FolderPath]) throws

    /// Returns known paths in sorted order, for a walk over all of them.
    func paths(after path: FolderPath?, limit: Int) throws -> [FolderPath]

    // MARK: Reading

    /// Whether the folder has never been read completely. Until then, photos are ordered by date, newest first.
    func isFirstImport() throws -> Bool
    func endFirstImport() throws

    /// Marks the files that couldn't be read to be read again. Once a day, or after the program's version changes, also
    /// marks the files that couldn't be decoded.
    func retryLeftOut() throws

    func filesToReadCount() throws -> Int

    /// Returns files to read: files of known photos first, then the newest during the first import and the oldest after
    /// it.
    func filesToRead(limit: Int) throws -> [FileToRead]

    /// Records the results of reading. Files that have changed again since remain marked to be read.
    /// - Returns: Notices for the folder's owner.
    func record(_ readings: [FileReading], texts: FolderTexts) throws -> [IndexNotice]

    // MARK: Sizes

    /// Returns photos whose sizes should be made now, newest first.
    func photosToSize(limit: Int) throws -> [UUID]

    /// Returns whether another attempt to make a photo's sizes may start.
    func mayBeSized(_ photo: UUID) throws -> Bool

    /// Records the results of making sizes.
    func record(_ results: [SizingResult]) throws

    /// Marks all sizes to be made again, because they have been deleted.
    func sizeAgain() throws

    // MARK: Deleted photos

    /// Returns photos that have had no file for an hour and haven't been emptied yet.
    func photosToEmpty(limit: Int) throws -> [UUID]

    /// Forgets everything about photos without a file except their positions.
    func empty(_ photos: [UUID]) throws

    // MARK: Texts

    /// Applies the texts of a document to all photos.
    func describe(with texts: FolderTexts) throws

    /// Returns the problems with a document's entries: entries for unknown photos and several entries for one photo.
    func notices(about texts: FolderTexts) throws -> [IndexNotice]

    /// Returns the files that are left out: the first few of each kind and the number of each kind.
    func leftOut() throws -> LeftOutFiles
}

/// A file that a catalog requests.
struct FileToRead: Hashable, Sendable {
    let path: FolderPath
    /// Distinguishes this request from a later one, made after the file changed again.
    let ticket: FileTicket
}

/// A request to read a file.
struct FileTicket: Hashable, Sendable {
    let file: Int64
    let revision: Int64
}

/// The result of reading a file.
struct FileReading: Sendable {
    enum Outcome: Sendable {
        case photo(PhotoFacts, FileStamp)
        case notAnImage(FileStamp)
        /// The file ends before its picture does.
        case incomplete(FileStamp)
        case unreadable(reason: String)
        /// The file changed or disappeared during the read. The change will be reported separately.
        case changed
    }

    let ticket: FileTicket
    let path: FolderPath
    let outcome: Outcome
}

/// The numbers of photos and files in a catalog.
struct CatalogCounts: Hashable, Sendable {
    /// The number of photos in the feed.
    let photos: Int
    /// The number of files that aren't served, by reason.
    let leftOut: [FileState: Int]
    /// The number of files waiting to be read.
    let filesToRead: Int
    /// Whether the folder has been read completely at least once.
    let isFirstImportComplete: Bool
}

extension SQLiteCatalog {
    func counts() throws -> CatalogCounts {
        let (photos, filesToRead, isFirstImport) = (try photoCount(), try filesToReadCount(), try isFirstImport())
        let rows = try read {
            try Row.fetchAll($0, sql: "SELECT state, count(*) FROM file WHERE state > 2 GROUP BY state")
        }
        var leftOut: [FileState: Int] = [:]
        for row in rows {
            guard let state = FileState(rawValue: row[0]) else { throw CatalogError.damaged }
            leftOut[state] = row[1]
        }
        return CatalogCounts(
            photos: photos, leftOut: leftOut, filesToRead: filesToRead, isFirstImportComplete: !isFirstImport)
    }
}

/// The version of a catalog, which differs whenever the visible content differs.
struct CatalogVersion: Hashable, Sendable {
    /// Distinguishes this catalog from a recreated one, whose numbers start over.
    let catalog: String
    let number: Int

    /// The version for use in an entity tag.
    var text: String { "\(catalog)-\(number)" }
}

/// The state of a photo's sizes.
enum PhotoSizing: Int {
    case toBeMade = 0
    /// All sizes have been made (they may have been deleted since), or the photo needs none.
    case done = 1
    /// The file can't be decoded.
    case failed = 2

    init(_ facts: PhotoFacts) {
        self = PhotoSizes(facts.size, facts.animation).made.isEmpty ? .done : .toBeMade
    }
}

/// The result of making a photo's sizes.
struct SizingResult: Sendable {
    enum Outcome: Sendable {
        /// - Parameter placeholder: The ThumbHash of the picture.
        case made(placeholder: [UInt8])
        /// The file can't be decoded.
        case failed(reason: String)
        /// The decoder crashed, timed out or ran out of memory, because of the photo or because the machine is busy.
        case gaveUp(reason: String)
    }

    /// The number of abandoned attempts after which a photo is left out.
    static let maximumAttempts = 5

    /// Returns the delay before the next attempt: 1, 4, 16 and 64 minutes.
    static func pause(afterAttempts count: Int) -> TimeInterval { 60 * pow(4, Double(count - 1)) }

    let photo: UUID
    let outcome: Outcome
}

/// The reason a catalog on disk can't be used.
enum CatalogError: Error, Hashable, TranslatedError {
    /// Another server uses the catalog.
    case inUse
    /// A newer version of this program created the catalog.
    case newerVersion
    /// A row has a value that the program never writes.
    case damaged
    case system(Errno)

    init(_ error: FileLockError) {
        switch error {
        case .inUse: self = .inUse
        case .system(let error): self = .system(error.errno)
        }
    }

    var description: String { Language.english.text(message) }

    var message: Message {
        switch self {
        case .inUse: Message("another server uses it")
        case .newerVersion: Message("a newer version of this program wrote it")
        case .damaged: Message("it is damaged")
        case .system(let errno): Message(verbatim: errno.description)
        }
    }
}

extension DatabaseError {
    /// Whether the file is damaged or isn't a database.
    var isDamage: Bool {
        [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(resultCode)
    }

    /// Whether the disk can't be written to.
    var isOfTheDisk: Bool {
        [.SQLITE_FULL, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PERM].contains(resultCode)
    }
}
