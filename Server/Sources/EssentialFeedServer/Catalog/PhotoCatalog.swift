import Foundation
import SystemPackage

/// The server's record of a folder's files and their published photos.
///
/// One caller follows the folder: it reports the existing files, reads the files requested by the catalog, and records
/// the results. Each call blocks. Each change is one transaction, except the texts of many photos.
protocol PhotoCatalog: PublishedPhotos {
    /// The photo folder, with links resolved.
    var root: FilePath { get }
    var settings: CatalogSettings { get }
    /// Whether the record is kept when the process ends.
    var isSaved: Bool { get }
    /// The key from which photo ids are derived.
    var keyData: Data { get }

    // MARK: Files

    /// Compares files with the known ones. Marks new and changed files to be read.
    ///
    /// A known photo's file at a new path keeps its photo and is read again to verify the content.
    /// - Parameter look: Returns the current item at a path.
    func note(_ files: [FolderFile], look: (FolderPath) -> FolderItem) throws

    func forget(_ paths: [FolderPath]) throws

    /// Returns known paths in sorted order, to walk over all of them.
    func paths(after path: FolderPath?, limit: Int) throws -> [FolderPath]

    /// Whether the folder has never been read completely. Until then, photos are ordered by date, newest first.
    func isFirstImport() throws -> Bool

    /// Returns the folder when it last had photos; `nil` if it never had any.
    func folder() throws -> FolderIdentity?

    func record(_ folder: FolderIdentity) throws

    /// Begins the first import again; it sorts all photos by date at its end.
    func sortAgain() throws

    func endFirstImport() throws

    /// Marks unreadable files to be read again. Once a day, or after the program's version changes, also marks files
    /// that couldn't be decoded.
    func retryLeftOut() throws

    func filesToReadCount() throws -> Int

    /// Returns files to read: files of known photos first, then the newest during the first import and the oldest after
    /// it.
    func filesToRead(limit: Int) throws -> [FileToRead]

    /// Returns the indexes of the files that only their look can match with a known photo.
    func lackLook(_ readings: [FileReading]) throws -> [Int]

    /// Records the results of reading. Files that have changed in the meantime remain marked to be read.
    /// - Returns: Notices for the folder's owner.
    func record(_ readings: [FileReading], texts: FolderTexts) throws -> [FolderNotice]

    // MARK: Sizes

    /// Returns the photos to make sizes of now, newest first.
    func photosToSize(limit: Int) throws -> [UUID]

    /// Returns whether another attempt to make a photo's sizes may start.
    func mayBeSized(_ photo: UUID) throws -> Bool

    func record(_ results: [SizingResult]) throws

    /// Marks all sizes to be made again, because they have been deleted.
    func sizeAgain() throws

    // MARK: Deleted photos and texts

    /// Returns photos that have had no file for an hour and haven't been emptied yet. Returns none while files wait to
    /// be read: one of them may hold the photo.
    func photosToEmpty(limit: Int) throws -> [UUID]

    /// Forgets everything about photos without a file except their positions, including data that earlier calls
    /// couldn't remove from the disk. Of others without a file, whose images can't be removed, forgets only the texts:
    /// ``photosToEmpty(limit:)`` still returns them.
    func empty(_ photos: [UUID], andTextsOf others: [UUID]) throws

    /// Applies the texts of a document to all photos.
    ///
    /// If the time zone has changed, also corrects the dates of photos without a zone.
    func describe(with texts: FolderTexts) throws

    /// Returns the problems with a document's entries: entries for unknown photos and several entries for one photo.
    func notices(about texts: FolderTexts) throws -> [FolderNotice]

    func leftOut() throws -> LeftOutFiles

    /// Returns the id of the photo with a name as in the folder's document, in any Unicode form; `nil` if there is no
    /// such photo now.
    func photo(named file: String, in texts: FolderTexts) throws -> UUID?
}
