import EssentialFeed
package import Foundation
import GRDB
import Synchronization
import SystemPackage

/// A catalog on disk, which moves into memory if the disk can't be written to.
///
/// The reason is reported once. Changes made only in memory are lost when the server stops; the next start finds them
/// again.
final class SavedCatalog: PhotoCatalog {
    private let current: Mutex<SQLiteCatalog>
    private let onDisk: Mutex<Bool>
    /// Held during a change, so that no change is lost while the catalog moves into memory.
    private let changing = Mutex(())
    private let report: @Sendable (IndexNotice) -> Void

    /// Opens the catalog of a folder.
    /// - Parameters:
    ///   - stateFolder: The folder of all catalogs; `nil` if nothing is saved.
    ///   - copy: The folder for a copy, which is opened instead of the catalog itself; `nil` to open the catalog.
    ///   - root: The photo folder, with links resolved.
    ///   - report: Receives the reason for not saving, now or later, once.
    /// - Throws: `DatabaseError` if even the catalog in memory fails.
    init(
        in stateFolder: URL?, copiedTo copy: URL? = nil, root: FilePath, settings: CatalogSettings,
        report: @escaping @Sendable (IndexNotice) -> Void
    ) throws {
        self.report = report
        do {
            current = Mutex(
                try Self.open(in: stateFolder, copiedTo: copy, root: root, settings: settings, report: report))
            onDisk = Mutex(true)
        } catch {
            report(.indexNotSaved(reason: Self.reason(error)))
            current = Mutex(try .inMemory(root: root, settings: settings))
            onDisk = Mutex(false)
        }
    }

    /// The reason a catalog can't be saved, found before its file is opened.
    private struct NoPlace: Error {
        let description: String
    }

    private static func open(
        in stateFolder: URL?, copiedTo copy: URL?, root: FilePath, settings: CatalogSettings,
        report: (IndexNotice) -> Void
    ) throws -> SQLiteCatalog {
        guard let stateFolder else {
            throw NoPlace(description: "no folder for it is set (--state, XDG_STATE_HOME, or HOME)")
        }
        guard !FilePath(stateFolder.resolvingSymlinksInPath().path(percentEncoded: false)).starts(with: root) else {
            throw NoPlace(description: "\(stateFolder.path) is inside the photo folder")
        }
        let original = CatalogFile(in: stateFolder, root: root)
        let file = try copy.map(original.copied) ?? original
        do {
            return try file.open(root: root, settings: settings)
        } catch let error as DatabaseError where error.isDamage {
            report(.indexMadeAnew)
            file.remove()
            return try file.open(root: root, settings: settings)
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as NoPlace: error.description
        case let error as DatabaseError: error.message ?? "\(error.resultCode)"
        case let error as CocoaError: error.localizedDescription
        default: "\(error)"
        }
    }

    /// Whether changes are saved.
    var isSaved: Bool { onDisk.withLock { $0 } }

    private var catalog: SQLiteCatalog { current.withLock { $0 } }

    /// Makes a change, or makes it in a copy in memory if the disk can't be written to.
    private func change<Value>(_ work: (SQLiteCatalog) throws -> Value) throws -> Value {
        try changing.withLock { _ in
            let catalog = catalog
            do {
                return try work(catalog)
            } catch let error as DatabaseError where isSaved && error.isOfTheDisk {
                let memory = try catalog.copyInMemory()
                current.withLock { $0 = memory }
                onDisk.withLock { $0 = false }
                report(.indexNotSaved(reason: Self.reason(error)))
                return try work(memory)
            }
        }
    }
}

// MARK: - Reading

extension SavedCatalog {
    var version: CatalogVersion { catalog.version }

    func page(after cursor: UUID?, limit: Int) throws -> [ListedPhoto]? {
        try catalog.page(after: cursor, limit: limit)
    }
    func photo(_ id: UUID) throws -> Photo? { try catalog.photo(id) }
    func comments(of id: UUID) throws -> [ImageComment]? { try catalog.comments(of: id) }
    func photoCount() throws -> Int { try catalog.photoCount() }
    func paths(after path: FolderPath?, limit: Int) throws -> [FolderPath] {
        try catalog.paths(after: path, limit: limit)
    }
    func isFirstImport() throws -> Bool { try catalog.isFirstImport() }
    func filesToReadCount() throws -> Int { try catalog.filesToReadCount() }
    func filesToRead(limit: Int) throws -> [FileToRead] { try catalog.filesToRead(limit: limit) }
    func notices(about texts: FolderTexts) throws -> [IndexNotice] { try catalog.notices(about: texts) }
    func photosToSize(limit: Int) throws -> [UUID] { try catalog.photosToSize(limit: limit) }
    func mayBeSized(_ photo: UUID) throws -> Bool { try catalog.mayBeSized(photo) }
    func photosToEmpty(limit: Int) throws -> [UUID] { try catalog.photosToEmpty(limit: limit) }
    func leftOut() throws -> LeftOutFiles { try catalog.leftOut() }
    func counts() throws -> CatalogCounts { try catalog.counts() }
}

// MARK: - Changes

extension SavedCatalog {
    func note(_ files: [FolderFile], look: (FolderPath) -> FolderItem) throws {
        try change { try $0.note(files, look: look) }
    }

    func forget(_ paths: [FolderPath]) throws { try change { try $0.forget(paths) } }
    func endFirstImport() throws { try change { try $0.endFirstImport() } }
    func retryLeftOut() throws { try change { try $0.retryLeftOut() } }

    func record(_ readings: [FileReading], texts: FolderTexts) throws -> [IndexNotice] {
        try change { try $0.record(readings, texts: texts) }
    }

    func record(_ results: [SizingResult]) throws { try change { try $0.record(results) } }
    func empty(_ photos: [UUID]) throws { try change { try $0.empty(photos) } }
    func sizeAgain() throws { try change { try $0.sizeAgain() } }
    func describe(with texts: FolderTexts) throws { try change { try $0.describe(with: texts) } }
}

/// The photos that a server publishes, newest first.
///
/// A published photo keeps its position permanently. A deleted photo leaves its position behind, so that a client that
/// has read up to it can still request the next page. All calls except ``version`` block.
protocol PublishedPhotos: Sendable {
    /// Changes after every change to the results of the other calls, never before: results read after the version are
    /// at least as new as the version.
    var version: CatalogVersion { get }

    /// Returns the photos after the cursor, or the first photos without a cursor; `nil` if no photo ever had the
    /// cursor's id.
    func page(after cursor: UUID?, limit: Int) throws -> [ListedPhoto]?

    /// Returns a photo with its file, or `nil` if no photo has this id now.
    func photo(_ id: UUID) throws -> Photo?

    /// Returns the comments on a photo, or `nil` if no photo has this id now.
    func comments(of id: UUID) throws -> [ImageComment]?

    func photoCount() throws -> Int
}

/// A photo as listed on a page of the feed.
package struct ListedPhoto: Hashable, Sendable {
    package let id: UUID
    let description: String?
    let place: String?
    /// The date taken, according to the document, the camera or the file.
    let date: Date
    /// The photographer, according to the document.
    let author: String?
    /// The ThumbHash of the photo; `nil` until it has been made.
    let placeholder: Data?
    let sizes: PhotoSizes
}
