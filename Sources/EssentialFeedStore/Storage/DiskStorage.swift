import EssentialFeed
import Files
import Foundation
import GRDB
import HTTPTransport

/// Storage on disk. It takes the folder's lock and writes, or only reads while another program holds the lock.
///
/// Files are opened by the first call that needs them; if that fails, the next call tries again. If a folder couldn't
/// be written or was in use by another program, the first call after a change of this uses it. If the database is
/// damaged, every call except ``delete()`` fails and leaves it unchanged.
final class DiskStorage: CacheStorage {
    private let folder: StoreFolder
    private var imageLimit: Int
    private let partialLimit: Int
    private let imageShare: ServerImageShare?
    private let onBusy: @Sendable () -> Void
    private var lock: FileLock?
    private var writer: CacheWriter?
    private var reader: DiskReader?
    /// The identity of the open database file. The folder may be removed, and another program may recreate it.
    private var identity: FileIdentity?

    /// - Parameters:
    ///   - imageShare: This server's share of the limit; `nil` if this server may use all of it.
    ///   - onBusy: Runs each time another connection has locked the database.
    init(
        _ folder: StoreFolder, imageLimit: Int, partialLimit: Int = PartialDownloads.usualLimit,
        imageShare: ServerImageShare? = nil, onBusy: @escaping @Sendable () -> Void = {}
    ) {
        self.folder = folder
        self.imageLimit = imageLimit
        self.partialLimit = partialLimit
        self.imageShare = imageShare
        self.onBusy = onBusy
    }

    /// Closes the connection before releasing the lock that protects it.
    deinit {
        writer = nil
        lock = nil
    }

    func open() -> CacheAccess {
        do {
            _ = try openWriter()
            return .writer
        } catch let error as StoreError where error.kind == .corrupt {
            return .writer
        } catch {
            let error = StoreError(error)
            if error.kind == .inUse { return .reader(error) }
            do {
                return try openReader() == nil ? .memory(error) : .reader(error)
            } catch {
                return .memory(StoreError(error))
            }
        }
    }

    func read<Value>(_ part: CachePart, _ work: (any CacheContent) throws -> Value?) throws -> Value? {
        try StoreError.wrapping {
            if let writer, try isCurrent() { return try work(writer) }
            if reader == nil {
                do {
                    return try work(try openWriter())
                } catch let error as StoreError where error.allowsReading {
                    // The reader may succeed.
                }
            }
            guard let reader = try openReader() else { return nil }
            return try work(reader)
        }
    }

    func write(_ change: CacheChange, _ work: (CacheWriter) throws -> Void) throws { try withWriter(work) }

    func delete(loadedAt: Date?) throws -> Bool {
        var isMatched = loadedAt == nil
        func mayStartAnew() throws -> Bool { try isMatched && lock?.isCurrent() == true }
        do {
            return try withWriter { try $0.delete(loadedAt: loadedAt) { isMatched = true } }
        } catch let error as StoreError {
            switch error.kind {
            case .corrupt where try mayStartAnew(), .full where try mayStartAnew(),
                .inputOutput where try mayStartAnew():
                // A full disk has no space for the deletion's log either; removing the files frees some.
                try StoreError.wrapping(startAnew)
                return true
            case .readOnly where isAbsent, .inaccessible where isAbsent:
                return true
            default:
                throw error
            }
        }
    }

    func setImageLimit(_ limit: Int) throws {
        imageLimit = limit
        reader = nil
        try withWriter { try $0.setImageLimit(limit) }
    }

    func status() throws -> CacheStatus {
        try read(.feed) { try $0.status() } ?? CacheStatus(imageLimit: imageLimit, folder: folder.url)
    }

    func close() throws {
        defer {
            writer = nil
            reader = nil
            lock = nil
        }
        try StoreError.wrapping {
            // If another program has recreated the folder, that program is responsible for cleaning it up.
            guard let writer, try isCurrent() else { return }
            let isEmpty = try writer.isEmpty()
            try writer.close()
            if isEmpty { try removeFolder() }
        }
    }

    func removeFolder() throws {
        try StoreError.wrapping {
            guard try lock?.isCurrent() == true else { return }
            writer = nil
            reader = nil
            try folder.remove()
            lock = nil
        }
    }

    // MARK: Opening

    private func withWriter<Value>(_ work: (CacheWriter) throws -> Value) throws -> Value {
        do {
            return try StoreError.wrapping { try work(try openWriter()) }
        } catch let error as StoreError where isAbsent {
            // The folder was removed, so the open files are useless. The next write starts over.
            writer = nil
            lock = nil
            throw error
        }
    }

    private func openWriter() throws -> CacheWriter {
        try StoreError.wrapping {
            if let writer, try isCurrent() { return writer }
            // Nothing is open yet, or the folder was removed and may have been recreated by another program.
            writer = nil
            if try lock?.isCurrent() != true { lock = nil }
            try folder.create()
            if lock == nil { lock = try FileLock(folder.lockFile) }
            try folder.createContents()
            do {
                let opened = try CacheWriter(
                    try StoreConnection.writer(in: folder, onBusy: onBusy), in: folder,
                    imageLimit: imageLimit, imageShare: imageShare, partialLimit: partialLimit)
                identity = try FileSystem.identity(folder.database)
                writer = opened
                reader = nil
                return opened
            } catch let error as StoreError where error.kind == .newerVersion {
                lock = nil
                throw error
            }
        }
    }

    /// Returns whether the database and the lock are still the ones in the folder.
    private func isCurrent() throws -> Bool {
        try lock?.isCurrent() == true && FileSystem.identity(folder.database) == identity
    }

    private func openReader() throws -> DiskReader? {
        try StoreError.wrapping {
            let current = try FileSystem.identity(folder.database)
            if let reader, current == identity { return reader }
            reader = nil
            guard current != nil else { return nil }
            identity = current
            reader = try DiskReader(folder, imageLimit: imageLimit)
            return reader
        }
    }

    /// Removes the database and all images. Keeps the lock.
    private func startAnew() throws {
        writer = nil
        reader = nil
        try folder.removeContents()
    }

    private var isAbsent: Bool { FileSystem.isAbsent(folder.path) }
}

extension StoreError {
    /// Whether the cache can be read even though it can't be written.
    fileprivate var allowsReading: Bool {
        [.inUse, .readOnly, .inaccessible, .full, .inputOutput].contains(kind)
    }
}

/// Reads a folder's cache without changing anything, because another program may be writing to it.
final class DiskReader: CacheContent {
    let folder: URL?
    let database: DatabaseQueue
    let imageLimit: Int
    private let files: ImageFiles
    private var verified: Set<ImageRecord> = []

    init?(_ folder: StoreFolder, imageLimit: Int) throws {
        guard let database = try StoreConnection.reader(in: folder) else { return nil }
        self.folder = folder.url
        self.database = database
        self.imageLimit = imageLimit
        files = ImageFiles(folder: folder.images)
    }

    /// Returns the cached image. Looks it up again if the writer replaces or evicts it during the read.
    func image(for url: URL) throws -> Data? {
        var missing: ImageRecord?
        while let image = try entry(for: url), image != missing {
            if let data = try files.read(image, verifyingDigest: !verified.contains(image)) {
                verified.insert(image)
                return data
            }
            missing = image
        }
        return nil
    }

    /// Returns `nil`, because only the writing program resumes downloads.
    func partialDownload(for url: URL) -> PartialDownload? { nil }
}
