import EssentialFeed
import Foundation
import GRDB
import Synchronization
import SystemPackage

/// A catalog on the disk, or one in memory from the moment when the disk refuses to be written.
///
/// The reason is reported once. What only the memory knows is lost when the server ends; the next start finds it again.
final class SavedCatalog: PhotoCatalog {
    private let current: Mutex<SQLiteCatalog>
    private let onDisk: Mutex<Bool>
    /// Held during a change, so that none is lost while another one moves the catalog into memory.
    private let changing = Mutex(())
    private let report: @Sendable (IndexNotice) -> Void

    /// Opens the catalog of a folder.
    /// - Parameters:
    ///   - stateFolder: The folder of all catalogs; `nil` if nothing is saved.
    ///   - root: The photo folder, with links resolved.
    ///   - report: Receives the reason why nothing is saved, now or later, once.
    /// - Throws: `DatabaseError` if not even the memory suffices.
    init(
        in stateFolder: URL?, root: FilePath, settings: CatalogSettings,
        report: @escaping @Sendable (IndexNotice) -> Void
    ) throws {
        self.report = report
        do {
            current = Mutex(try Self.open(in: stateFolder, root: root, settings: settings, report: report))
            onDisk = Mutex(true)
        } catch {
            report(.indexNotSaved(reason: Self.reason(error)))
            current = Mutex(try .inMemory(root: root, settings: settings))
            onDisk = Mutex(false)
        }
    }

    /// The reason why no catalog is saved, before its file is opened.
    private struct NoPlace: Error {
        let description: String
    }

    private static func open(
        in stateFolder: URL?, root: FilePath, settings: CatalogSettings, report: (IndexNotice) -> Void
    ) throws -> SQLiteCatalog {
        guard let stateFolder else {
            throw NoPlace(description: "no folder for it is set (--state, XDG_STATE_HOME, or HOME)")
        }
        guard !FilePath(stateFolder.resolvingSymlinksInPath().path(percentEncoded: false)).starts(with: root) else {
            throw NoPlace(description: "\(stateFolder.path) is inside the photo folder")
        }
        let file = CatalogFile(in: stateFolder, root: root)
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

    /// Whether what changes is saved.
    var isSaved: Bool { onDisk.withLock { $0 } }

    private var catalog: SQLiteCatalog { current.withLock { $0 } }

    /// Makes a change; if the disk refuses it, in a copy in memory.
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
    func leftOut() throws -> LeftOutFiles { try catalog.leftOut() }
    func counts() throws -> CatalogCounts { try catalog.counts() }
}

// MARK: - Changes

extension SavedCatalog {
    func note(_ files: [FolderFile], look: (FolderPath) -> FolderItem) throws {
        try change { try $0.note(files, look: look) }
    }

    func forget(_ paths: [FolderPath]) throws { try change { try $0.forget(paths) } }
    func forget(below folder: FolderPath) throws { try change { try $0.forget(below: folder) } }
    func endFirstImport() throws { try change { try $0.endFirstImport() } }
    func retryUnreadable() throws { try change { try $0.retryUnreadable() } }

    func record(_ readings: [FileReading], texts: FolderTexts) throws -> [IndexNotice] {
        try change { try $0.record(readings, texts: texts) }
    }

    func record(_ results: [SizingResult]) throws { try change { try $0.record(results) } }
    func sizeAgain() throws { try change { try $0.sizeAgain() } }
    func describe(with texts: FolderTexts) throws { try change { try $0.describe(with: texts) } }
}
