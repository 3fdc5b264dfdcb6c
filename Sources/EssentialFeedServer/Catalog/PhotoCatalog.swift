import EssentialFeed
import Foundation

/// What the server knows about the files of a folder, and the photos that it publishes from them.
///
/// One caller follows the folder: it notes which files are there, reads those that the catalog asks for, and records what
/// they are. Each call is a transaction and blocks; it happens as a whole or throws. Any number of callers read meanwhile.
protocol PhotoCatalog: PublishedPhotos {
    // MARK: Files

    /// Compares files with what is known. New and changed ones are to be read.
    ///
    /// A file of a known photo that has another path stays that photo's, and is read again to make sure.
    /// - Parameter look: Returns what is at a path now.
    func note(_ files: [FolderFile], look: (FolderPath) -> FolderItem) throws

    /// Forgets files that are gone. Photos without any file are no longer published.
    func forget(_ paths: [FolderPath]) throws

    /// Forgets everything below a folder that is gone.
    func forget(below folder: FolderPath) throws

    /// Returns known paths in their order, for a walk over all of them.
    func paths(after path: FolderPath?, limit: Int) throws -> [FolderPath]

    // MARK: Reading

    /// Whether the folder has never been read to the end. Until then photos are published by their dates, later ones on
    /// top of the others.
    func isFirstImport() throws -> Bool
    func endFirstImport() throws

    /// Asks for the files that couldn't be read to be read again.
    func retryUnreadable() throws

    func filesToReadCount() throws -> Int

    /// Returns files to be read: known photos' first, then in the first import the newest, later the oldest.
    func filesToRead(limit: Int) throws -> [FileToRead]

    /// Records what was read. Files that were noted again meanwhile stay to be read.
    /// - Returns: What the owner of the folder should know.
    func record(_ readings: [FileReading], texts: FolderTexts) throws -> [IndexNotice]

    // MARK: Sizes

    /// Returns photos whose sizes are to be made, the newest first.
    func photosToSize(limit: Int) throws -> [UUID]

    /// Records what making sizes brought.
    func record(_ results: [SizingResult]) throws

    /// Asks for all sizes to be made again, because they have been thrown away.
    func sizeAgain() throws

    // MARK: Texts

    /// Gives all photos the texts of a document.
    func describe(with texts: FolderTexts) throws

    /// Returns what is wrong about the entries of a document: they name no photo, or one photo twice.
    func notices(about texts: FolderTexts) throws -> [IndexNotice]

    /// Returns the files that are left out, the first ones of each kind and how many there are.
    func leftOut() throws -> LeftOutFiles
}

/// A file that a catalog asks for.
struct FileToRead: Hashable, Sendable {
    let path: FolderPath
    /// Tells this request from one after the file changed again.
    let ticket: FileTicket
}

/// The request for a file to be read.
struct FileTicket: Hashable, Sendable {
    let file: Int64
    let revision: Int64
}

/// What reading a file brought.
struct FileReading: Sendable {
    enum Outcome: Sendable {
        case photo(PhotoFacts, FileStamp)
        case notAnImage(FileStamp)
        /// The file ends before its picture does.
        case incomplete(FileStamp)
        case unreadable(reason: String)
        /// The file changed or vanished while it was read, which will be noted.
        case changed
    }

    let ticket: FileTicket
    let path: FolderPath
    let outcome: Outcome
}
