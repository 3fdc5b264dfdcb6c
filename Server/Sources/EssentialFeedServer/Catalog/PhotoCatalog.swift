import EssentialFeed
import Foundation

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
