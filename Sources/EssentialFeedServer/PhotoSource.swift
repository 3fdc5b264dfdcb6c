import EssentialFeed
import Foundation
import Logging
import NIOPosix
import SystemPackage

/// The folder of a server: its catalog, and the import that keeps it up to date.
struct PhotoSource: Sendable {
    let catalog: SavedCatalog
    let photos: PhotoImport
    let images: ImageSource
    private let root: FilePath

    /// Opens the folder, its document and its catalog; blocks.
    /// - Throws: ``PhotoFolderError`` if the folder or its document can't be read.
    init(_ configuration: PhotoServerConfiguration, threads: NIOThreadPool, logger: Logger) throws {
        root = try Self.root(configuration.folder)
        let document = try FolderDocument(in: root)
        let settings = CatalogSettings(
            zone: configuration.timeZone, showsLocations: configuration.showsLocations, now: { Date() })
        let log = NoticeLog(logger: logger)
        let catalog = try SavedCatalog(in: configuration.stateFolder, root: root, settings: settings) {
            log.write([$0])
        }
        self.catalog = catalog
        photos = PhotoImport(
            root: root, catalog: catalog, document: document, interval: configuration.rescanInterval, logger: logger)
        let sizes = MadeSizes(in: catalog.isSaved ? configuration.stateFolder : nil, now: { Date() })
        let maker = configuration.decoder.map { program in
            SizeMaker(
                catalog: catalog, encoder: DecoderSizes(program, logger: logger), sizes: sizes, threads: threads,
                logger: logger)
        }
        images = ImageSource(
            threads: threads, servesOriginals: configuration.servesOriginals, sizes: sizes, maker: maker)
    }

    /// Follows the folder, and makes the sizes of its photos, until the task is cancelled.
    /// - Parameter onFirstPart: Is called when the first page can be served.
    func run(onFirstPart: @escaping @Sendable () -> Void) async throws {
        try await withThrowingTaskGroup { group in
            if let maker = images.maker { group.addTask { await maker.run() } }
            group.addTask {
                try await photos.run { event in
                    images.maker?.lookForWork()
                    if event == .firstPart { onFirstPart() }
                }
            }
            try await group.waitForAll()
        }
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
