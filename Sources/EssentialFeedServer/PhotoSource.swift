import EssentialFeed
import Foundation
import Logging
import NIOPosix
import SystemPackage

/// The folder of a server: its catalog, and the import that keeps it up to date.
struct PhotoSource: Sendable {
    let catalog: SavedCatalog
    let photos: PhotoImport
    private let root: FilePath

    /// Opens the folder, its document and its catalog; blocks.
    /// - Throws: ``PhotoFolderError`` if the folder or its document can't be read.
    init(_ configuration: PhotoServerConfiguration, logger: Logger) throws {
        root = try Self.root(configuration.folder)
        let document = try FolderDocument(in: root)
        let settings = CatalogSettings(zone: configuration.timeZone, now: { Date() })
        let log = NoticeLog(logger: logger)
        catalog = try SavedCatalog(in: configuration.stateFolder, root: root, settings: settings) { log.write([$0]) }
        photos = PhotoImport(
            root: root, catalog: catalog, document: document, interval: configuration.rescanInterval, logger: logger)
    }

    /// Returns whether the folder is there and its names can be read.
    func isReadable(threads: NIOThreadPool) async -> Bool {
        do {
            return try await threads.runIfActive {
                _ = try FolderWalk(in: root).next(limit: 1)
                return true
            }
        } catch {
            // The log has the reason; a health check needs only yes or no.
            return false
        }
    }

    /// Returns the folder with links resolved.
    private static func root(_ folder: String) throws(PhotoFolderError) -> FilePath {
        guard let root = FilePath(folder).resolved() else { throw .unreadable(folder, FileError.last()) }
        do throws(FileError) {
            _ = try FolderWalk(in: root).next(limit: 1)
        } catch {
            throw .unreadable(folder, error)
        }
        return root
    }
}
