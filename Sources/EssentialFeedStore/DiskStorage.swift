import EssentialFeed
import Foundation
import HTTPTransport

/// The feed and the index of images in SQLite, the encoded images as files beside it.
///
/// It opens what it needs with the first call that needs it, and tries again with the next one. So a folder that could
/// not be written, or that another program held, is used as soon as it can be, and a damaged database fails each call
/// without being touched (B131, B132).
final class DiskStorage: Storage {
    private let folder: StoreFolder
    private var imageLimit: Int
    private let partialLimit: Int
    private let sharedLimit: SharedImageLimit?
    private let onBusy: @Sendable () -> Void
    private var lock: FolderLock?
    private var writer: DiskWriter?
    private var reader: DiskReader?

    /// - Parameters:
    ///   - sharedLimit: the images that count towards the limit besides; none, unless given.
    ///   - onBusy: told each time that another connection's lock is found.
    init(
        _ folder: StoreFolder, imageLimit: Int, partialLimit: Int = ServerCache.partialLimit,
        sharedLimit: SharedImageLimit? = nil, onBusy: @escaping @Sendable () -> Void = {}
    ) {
        self.folder = folder
        self.imageLimit = imageLimit
        self.partialLimit = partialLimit
        self.sharedLimit = sharedLimit
        self.onBusy = onBusy
    }

    /// The connection goes before the lock that protects it.
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
            let error = error as? StoreError ?? StoreError(.other, cause: error)
            if error.kind == .inUse { return .reader(error) }
            do {
                return try openReader() == nil ? .memory(error) : .reader(error)
            } catch {
                return .memory(error as? StoreError ?? StoreError(.other, cause: error))
            }
        }
    }

    func retrieve() throws -> CachedFeed? {
        try read({ try $0.retrieve() }, { try $0.retrieve() }) ?? nil
    }

    func transaction(_ steps: (any FeedStoreTransaction) throws -> Void) throws {
        try write { try $0.transaction(steps) }
    }

    func delete(loadedAt: Date?) throws -> Bool {
        var isMatched = loadedAt == nil
        func mayStartAnew() throws -> Bool { try isMatched && lock?.isCurrent() == true }
        do {
            return try write { try $0.delete(loadedAt: loadedAt) { isMatched = true } }
        } catch let error as StoreError {
            switch error.kind {
            case .corrupt where try mayStartAnew(), .full where try mayStartAnew(),
                .inputOutput where try mayStartAnew():
                // A full disk has no room for the log of the deletion either; removing the files makes some.
                try StoreError.wrapping(startAnew)
                return true
            case .readOnly where isAbsent, .inaccessible where isAbsent:
                return true
            default:
                throw error
            }
        }
    }

    func retrieveImageData(for url: URL) throws -> CachedImageData? {
        try read({ try $0.retrieveImageData(for: url) }, { try $0.retrieveImageData(for: url) }) ?? nil
    }

    func retrieveFreshness(for url: URL) throws -> Freshness? {
        try read({ try $0.retrieveFreshness(for: url) }, { try $0.retrieveFreshness(for: url) }) ?? nil
    }

    func insert(_ image: CachedImageData, digest: Data, for url: URL) throws {
        try write { writer in
            let count = image.data.count
            guard count <= imageLimit else { throw StoreError(.imageTooLarge(limit: imageLimit)) }
            let limit = sharedLimit?.limit(of: imageLimit, needed: writer.storedBytes + count, new: count)
            try writer.insert(image, digest: digest, for: url, limit: limit ?? imageLimit)
        }
    }

    func renew(_ freshness: Freshness, for url: URL) throws {
        try write { try $0.renew(freshness, for: url) }
    }

    func removeImageData(for url: URL) throws {
        try write { try $0.removeImageData(for: url) }
    }

    /// Only for the program that writes: it alone goes on with downloads.
    func retrieve(partialFor url: URL) throws -> PartialDownload? {
        try read({ try $0.partials.retrieve(for: url) }, { _ in nil }) ?? nil
    }

    func insert(_ partial: PartialDownload) throws {
        try write { try $0.partials.insert(partial) }
    }

    func remove(partialFor url: URL) throws {
        try write { try $0.partials.remove(for: url) }
    }

    func setImageLimit(_ limit: Int) throws {
        imageLimit = limit
        try write { writer in
            let shared = sharedLimit?.limit(of: limit, needed: writer.storedBytes, new: 0)
            try writer.sweep(limit: shared ?? limit)
        }
    }

    func status() throws -> CacheStatus {
        let limit = imageLimit
        return try read({ try $0.status(imageLimit: limit) }, { try $0.status(imageLimit: limit) })
            ?? CacheStatus(
                feedImageCount: nil, loadedAt: nil, feedImagesStored: 0, storedImageCount: 0, storedImageBytes: 0,
                imageLimit: limit, folder: folder.url)
    }

    func close() throws {
        defer {
            writer = nil
            reader = nil
            lock = nil
        }
        try StoreError.wrapping {
            // What another program has made anew is not ours to put in order.
            guard let writer, try isCurrent(writer) else { return }
            let isEmpty = try writer.isEmpty()
            try writer.close(limit: imageLimit)
            if isEmpty { try removeFolder() }
        }
    }

    /// Removes the cache with its folder, if this is the one that may write.
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

    private func write<Value>(_ work: (DiskWriter) throws -> Value) throws -> Value {
        do {
            return try StoreError.wrapping { try work(try openWriter()) }
        } catch let error as StoreError where isAbsent {
            // Somebody removed the folder: what is open is of no use any more, and the next write begins anew.
            writer = nil
            lock = nil
            throw error
        }
    }

    /// - Returns: `nil` when there is nothing to read from.
    private func read<Value>(
        _ work: (DiskWriter) throws -> Value, _ workOfReader: (DiskReader) throws -> Value
    ) throws -> Value? {
        try StoreError.wrapping {
            if let writer, try isCurrent(writer) { return try work(writer) }
            if reader == nil {
                do {
                    return try work(try openWriter())
                } catch let error as StoreError where error.allowsReading {
                    // What is there can be read all the same.
                }
            }
            return try openReader().map(workOfReader)
        }
    }

    private func openWriter() throws -> DiskWriter {
        try StoreError.wrapping {
            if let writer, try isCurrent(writer) { return writer }
            // None yet, or somebody removed the folder: what is open is of no use any more, and it is another program's
            // that has made it anew.
            writer = nil
            if try lock?.isCurrent() != true { lock = nil }
            try folder.create()
            if lock == nil { lock = try FolderLock(folder.lockFile) }
            try folder.createContents()
            do {
                let opened = try DiskWriter(folder, partialLimit: partialLimit, onBusy: onBusy)
                writer = opened
                reader = nil
                return opened
            } catch let error as StoreError where error.kind == .newerVersion {
                lock = nil
                throw error
            }
        }
    }

    /// Whether database and lock are still those of the folder.
    private func isCurrent(_ writer: DiskWriter) throws -> Bool {
        try lock?.isCurrent() == true && writer.isCurrent()
    }

    private func openReader() throws -> DiskReader? {
        try StoreError.wrapping {
            if let reader, try reader.isCurrent() { return reader }
            reader = try DiskReader(folder)
            return reader
        }
    }

    /// Removes a damaged database with all images, the lock being held (B170).
    private func startAnew() throws {
        writer = nil
        reader = nil
        try folder.removeContents()
    }

    /// Whether the disk has nothing of this cache.
    private var isAbsent: Bool { FileSystem.isAbsent(folder.path) }
}

extension StoreError {
    /// Whether what is on the disk can be read although it cannot be written.
    fileprivate var allowsReading: Bool {
        [.inUse, .readOnly, .inaccessible, .full, .inputOutput].contains(kind)
    }
}
