import Crypto
import EssentialFeed
import Foundation
import Logging
import NIOPosix
import SystemPackage

/// A server's folder: its catalog, and the import that keeps it up to date.
struct PhotoSource: Sendable {
    let catalog: any PhotoCatalog
    let friends: (any FriendsStore)?
    let photos: PhotoImport
    let images: ServedImages
    let published: any PublishedPhotos
    let appearance: LoadAppearance
    /// Draws posted photos one at a time, without delaying other pictures; `nil` if none can be drawn.
    let encoder: DecoderSizes?
    /// Whether the start didn't find the files of all posted photos.
    private let lacksFiles: Bool
    private let cleanup: DeletedPhotoCleanup
    /// Applies what commands change in the database of friends.
    private let watch: SmallFolderWatch?
    let document: FolderDocument
    private let root: FilePath
    private let threads: NIOThreadPool
    private let logger: Logger
    private let log: NoticeLog
    /// The time between two attempts to make images, to remove deleted photos, and to find missing files.
    private static let attemptInterval = Duration.seconds(60)

    /// - Throws: ``PhotoFolderError`` if the folder or its document can't be read.
    init(_ configuration: PhotoServerConfiguration, threads: NIOThreadPool, logger: Logger) throws {
        (self.threads, self.logger) = (threads, logger)
        root = try Self.root(configuration.folder)
        document = try FolderDocument(in: root, excluding: configuration.excluded)
        var settings = CatalogSettings(
            zone: configuration.timeZone, showsLocations: configuration.showsLocations, now: configuration.now)
        settings.encoding = configuration.textEncoding
        if let key = configuration.key { settings.newKey = { key } }
        let log = NoticeLog(logger: logger)
        self.log = log
        friends = try Self.openFriends(configuration, root: root, logger: logger)
        // A rebuilt catalog keeps the photos' ids, which the friends' database refers to.
        if let key = try friends?.read({ try $0.key() }) { settings.newKey = { SymmetricKey(data: key) } }
        if let friends {
            settings.topElsewhere = { try friends.read { try $0.posts(from: nil, limit: 1).first?.position.rank } }
            settings.hiddenAndClosed = { try friends.read { try $0.hiddenAndClosed() } }
            settings.succeed = { try friends.succeed($0) }
            settings.remembered = { digest in try friends.read { try $0.remembered(digest) } }
            settings.remember = { ids in
                logger.attempt("can’t keep the ids of photos in case the index is lost") {
                    try friends.write { transaction in
                        for (photo, digest) in ids { try transaction.remember(photo, digest) }
                    }
                }
            }
            settings.isTalkedAbout = { try friends.hasContent(on: $0) }
        }
        let catalog = try SQLiteCatalog.open(
            in: configuration.stateFolder, copiedTo: configuration.indexCopy, root: root, settings: settings
        ) {
            log.write([$0])
        }
        self.catalog = catalog
        if configuration.sortsAgain { try catalog.sortAgain() }
        if let friends, friends.isWritable {
            logger.attempt("the file of comments can’t be written") {
                try friends.write { transaction in
                    // Even the same key is written, to find out whether the file can be.
                    try transaction.set(key: catalog.keyData)
                    try transaction.correctSessions(at: configuration.now())
                }
            }
            Self.deletePictures(in: friends, configuration.stateFolder, logger)
            // A check changes nothing, and another server of the folder may be saving a photo.
            if catalog.isSaved, configuration.indexCopy == nil { Self.sweep(friends, logger) }
        }
        lacksFiles = friends.map { Self.lookForFiles($0, logger) } ?? false
        published = friends.map { PhotosWithFriends(folder: catalog, friends: $0) } ?? catalog
        appearance = LoadAppearance(document: document, catalog: catalog, friends: friends)
        let encoder = configuration.decoder.map { DecoderSizes($0, logger: logger) }
        self.encoder = configuration.decoder.map { DecoderSizes($0, isForPosts: true, logger: logger) }
        photos = PhotoImport(
            catalog: catalog, document: document, interval: configuration.rescanInterval, encoder: encoder,
            logger: logger)
        let stateFolder = catalog.isSaved ? configuration.stateFolder : nil
        let sizes =
            stateFolder == nil
            ? SizeCache(nil) : friends.map { SizeCache($0.posts.sizes) } ?? SizeCache(in: stateFolder, now: { Date() })
        let maker = encoder.map { [friends] encoder in
            SizeMaker(
                photos: SizeSources(catalog: catalog) { try friends?.photo($0) }, encoder: encoder, sizes: sizes,
                threads: threads, logger: logger)
        }
        watch = try configuration.indexCopy == nil ? friends.map { try Self.watch($0, configuration, logger) } : nil
        cleanup = DeletedPhotoCleanup(catalog: catalog, sizes: sizes, threads: threads, logger: logger)
        images = ServedImages(
            threads: threads, servesOriginals: configuration.servesOriginals, sizes: sizes, maker: maker,
            condition: photos.condition)
    }

    /// - Throws: ``FriendsFileError`` if the file exists, and can't be used until the owner has acted.
    private static func openFriends(
        _ configuration: PhotoServerConfiguration, root: FilePath, logger: Logger
    ) throws -> (any FriendsStore)? {
        guard let stateFolder = configuration.stateFolder,
            !FilePath(stateFolder.resolvingSymlinksInPath().path(percentEncoded: false)).starts(with: root)
        else {
            // The catalog reports the same error.
            return nil
        }
        var file = FriendsFile(in: stateFolder, root: root)
        if let copy = configuration.indexCopy {
            guard file.exists else { return nil }
            file = try file.copied(to: copy)
        }
        let existed = file.exists
        do throws(FriendsFileError) {
            return try file.open()
        } catch {
            guard case .unusable = error else { throw error }
            logger.warning("friends can’t comment or post photos: \(error)")
            // Without the file, photos hidden by the owner would be shown again.
            return existed ? try file.openReadOnly() : nil
        }
    }

    private static func watch(
        _ friends: any FriendsStore, _ configuration: PhotoServerConfiguration, _ logger: Logger
    ) throws -> SmallFolderWatch {
        let folder = configuration.stateFolder
        return try SmallFolderWatch(folder.map { [$0] } ?? []) {
            let isReplaced = logger.attempt("can’t read what a command has changed in the comments") {
                try friends.refresh()
            }
            switch isReplaced {
            case true?:
                logger.error(
                    """
                    the state folder isn't the one at the server's start, so what friends write isn't saved; restart \
                    the server
                    """)
            case false?: Self.deletePictures(in: friends, folder, logger)
            case nil: break
            }
        }
    }

    private static func deletePictures(in friends: any FriendsStore, _ stateFolder: URL?, _ logger: Logger) {
        guard friends.isWritable, let stateFolder else { return }
        logger.attempt("can’t delete the pictures of removed people") {
            try RemovePerson.deletePictures(in: friends, of: TokenFile(in: stateFolder))
        }
    }

    /// Leaves photos without a file out of the feed, and logs this.
    /// - Returns: Whether to look again later.
    private static func lookForFiles(_ friends: any FriendsStore, _ logger: Logger) -> Bool {
        let count = logger.attempt("can’t look for the files of posted photos") { try friends.lookForFiles() }
        if let count, count > 0 {
            logger.warning(
                """
                photos that were posted and have no file: \(count); they aren’t shown until their files are in \
                \(friends.posts.folder.string)
                """)
        }
        return count != 0
    }

    /// Shows photos again once their files are back, until the task is cancelled.
    private func followMissingFiles() async {
        do {
            var lacksFiles = lacksFiles
            while let friends, lacksFiles {
                try await Task.sleep(for: Self.attemptInterval)
                lacksFiles = try await threads.runIfActive { try friends.lookForFiles() } > 0
            }
        } catch {
            // The task was cancelled, or the database can't be used; each request reports that.
        }
    }

    /// Removes the files of unposted or deleted photos left by a killed server.
    private static func sweep(_ friends: any FriendsStore, _ logger: Logger) {
        logger.attempt("can’t remove leftover files of photos") {
            let (kept, deleted) = try friends.read {
                (try $0.postIDs(areDeleted: false), try $0.postIDs(areDeleted: true))
            }
            // A server that doesn't save its catalog may be saving a photo.
            let left = try friends.posts.sweep(keeping: Set(kept), deleted: deleted, putBefore: Date() - 3_600)
            if let (id, error) = left.first {
                logger.error(
                    """
                    deleted photos of which a file can’t be removed: \(left.count), such as \(id.uuidString): \(error)
                    """)
            }
        }
    }

    /// Follows the folder, and makes the sizes of its photos, until the task is cancelled.
    /// - Parameters:
    ///   - onLeftOut: Receives the files that aren't served whenever all changes have been read.
    ///   - onFirstPart: Is called when the first page can be served.
    func run(
        onLeftOut: (@Sendable (LeftOutFiles) -> Void)? = nil, onFirstPart: @escaping @Sendable () -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            if let maker = images.maker {
                group.addTask { await maker.run() }
                group.addTask {
                    do {
                        while true {
                            maker.lookForWork()
                            try await Task.sleep(for: Self.attemptInterval)
                        }
                    } catch {
                        // The task was cancelled.
                    }
                }
            }
            group.addTask { await cleanup.run(every: Self.attemptInterval) }
            group.addTask { await followMissingFiles() }
            group.addTask {
                try await photos.run { event in
                    images.maker?.lookForWork()
                    switch event {
                    case .firstPart: onFirstPart()
                    case .upToDate:
                        logger.attempt("can’t read which files are left out") { onLeftOut?(try catalog.leftOut()) }
                        tellOfCover()
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Reads the whole folder, makes no sizes, and logs notices for the owner.
    func readOnce() async throws {
        let isUpToDate = Signal()
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await photos.run { event in
                    guard case .upToDate = event else { return }
                    tellOfCover()
                    isUpToDate.send()
                }
            }
            await isUpToDate.wait()
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    private func tellOfCover() {
        let notice = logger.attempt("can’t look for the cover") { try appearance.coverNotice() }
        if let notice = notice ?? nil { log.write([notice]) }
    }

    func isReadable() async -> Bool {
        // An unmounted disk leaves an empty folder, which can be read.
        guard photos.condition.value.isFolderReadable else { return false }
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
