import EssentialFeed
import Files
public import Foundation
import GRDB
import Synchronization
import SystemPackage

extension SQLiteCatalog {
    /// Opens the catalog of a folder: on disk, or in memory if it can't be saved there. It may also move into memory later.
    /// - Parameters:
    ///   - stateFolder: The folder of all catalogs; `nil` if nothing is saved.
    ///   - copy: The folder for a copy, which is opened instead of the catalog itself; `nil` to open the catalog.
    ///   - root: The photo folder, with links resolved.
    ///   - report: Receives notices that the catalog was rebuilt or can't be saved, each at most once, possibly after this
    ///     call returns.
    /// - Throws: ``CatalogError/inUse`` if another server has the catalog, except for a copy;
    ///   ``EarlierVersionError``; `DatabaseError` if even the catalog in memory fails.
    static func open(
        in stateFolder: URL?, copiedTo copy: URL? = nil, root: FilePath, settings: CatalogSettings,
        report: @escaping @Sendable (FolderNotice) -> Void
    ) throws -> SQLiteCatalog {
        // Held even if the index can't be saved: what friends write may still be saved beside it.
        var lock: FileLock?
        do {
            let file = try file(in: stateFolder, copiedTo: copy, root: root, report: report)
            let taken = try file.takeLock()
            lock = taken
            return try onDisk(file, root: root, settings: settings, lock: taken, report: report)
        } catch CatalogError.inUse {
            // A server wouldn't learn at once of the other one's writes, such as a sign-out.
            guard copy != nil else { throw CatalogError.inUse }
            return try inMemory(root: root, settings: settings)
        } catch let error as EarlierVersionError {
            // Made again without its order, the feed would look different.
            throw error
        } catch {
            report(.indexNotSaved(reason: reason(error)))
            return try inMemory(root: root, settings: settings, lock: lock)
        }
    }

    /// The reason a catalog can't be saved, found before its file is opened.
    private struct NoSaveLocation: Error {
        let description: String
    }

    /// Returns the catalog's file, or its copy.
    private static func file(
        in stateFolder: URL?, copiedTo copy: URL?, root: FilePath, report: (FolderNotice) -> Void
    ) throws -> CatalogFile {
        guard let stateFolder else {
            throw NoSaveLocation(description: "no folder for it is set (--state, XDG_STATE_HOME, or HOME)")
        }
        guard !FilePath(stateFolder.resolvingSymlinksInPath().path(percentEncoded: false)).starts(with: root) else {
            throw NoSaveLocation(description: "\(stateFolder.path) is inside the photo folder")
        }
        let original = CatalogFile(in: stateFolder, root: root)
        if copy == nil, let other = original.otherRoot() {
            report(.newFolder(root.string, other: other, isGone: !FilePath(other).isThere))
        }
        return try copy.map(original.copied) ?? original
    }

    private static func onDisk(
        _ file: CatalogFile, root: FilePath, settings: CatalogSettings, lock: FileLock,
        report: @escaping @Sendable (FolderNotice) -> Void
    ) throws -> SQLiteCatalog {
        let onMove = { @Sendable (error: any Error) in report(.indexNotSaved(reason: reason(error))) }
        do {
            return try file.open(root: root, settings: settings, lock: lock, onMove: onMove)
        } catch let error as DatabaseError where error.isDamage {
            report(.catalogRebuilt)
            file.remove()
            return try file.open(root: root, settings: settings, lock: lock, onMove: onMove)
        }
    }

    static func reason(_ error: any Error) -> String {
        switch error {
        case let error as NoSaveLocation: error.description
        case let error as DatabaseError: error.message ?? "\(error.resultCode)"
        case let error as CocoaError: error.localizedDescription
        default: "\(error)"
        }
    }
}

/// The files of the photos in the folder that a running ``PhotoServer`` serves.
public final class OriginalFiles: Sendable, Equatable {
    private let catalog = Mutex<(any PublishedPhotos)?>(nil)

    /// Creates an object that finds files once a server runs with it.
    public init() {}

    /// Returns the path of a photo's file; `nil` if the folder doesn't have the photo. Blocks.
    /// - Throws: `CatalogError` or `DatabaseError` if the catalog can't be read.
    public func path(of id: UUID) throws -> String? {
        let photo = try catalog.withLock { $0 }?.photo(id)
        guard let photo, case .folder(let root) = photo.place else { return nil }
        return photo.path.location(in: root).string
    }

    /// Whether both are the same object.
    public static func == (one: OriginalFiles, other: OriginalFiles) -> Bool { one === other }

    func serve(from catalog: (any PublishedPhotos)?) { self.catalog.withLock { $0 = catalog } }
}
