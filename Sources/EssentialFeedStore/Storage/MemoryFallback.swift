import EssentialFeed
import Foundation
import GRDB
import Synchronization

/// A storage that uses memory while the disk can't be written.
///
/// - Writes go to the disk. If the disk is full, read-only, failing or can't be opened, or if a newer version of the
///   program wrote the cache, the write goes to memory instead, and each kind of error is reported once. The next write
///   tries the disk again.
/// - Reads check memory first, because its content is newer. A later successful write to the disk replaces the copy in
///   memory.
/// - Deleting the cache clears the disk first, then memory. If deleting on disk fails, nothing is deleted and the error
///   is thrown.
/// - Deleting an image clears memory first, then the disk. If the disk can't be written, reads treat the image as
///   deleted while the program runs.
/// - A damaged database causes errors until the cache is deleted. Writing to a cache while another program is its
///   writer is also an error, because the other program caches the feed.
final class MemoryFallback: CacheStorage {
    /// The limit, in bytes, for images in memory.
    private static let maximumImageBytes = 64_000_000

    private let disk: any CacheStorage
    private let memory: MemoryStorage
    private var hasFeedInMemory = false
    /// Images that were removed but may still be on disk.
    private var removed: Set<URL> = []
    private let report: ReportOnce

    init(for disk: any CacheStorage, imageLimit: Int, report: ReportOnce) {
        self.disk = disk
        self.report = report
        memory = MemoryStorage(imageLimit: min(imageLimit, Self.maximumImageBytes))
    }

    func open() -> CacheAccess { disk.open() }

    func read<Value>(_ part: CachePart, _ work: (any CacheContent) throws -> Value?) throws -> Value? {
        guard try !isInMemory(part) else { return try memory.read(part, work) }
        return try onDisk({ try disk.read(part, work) }, otherwise: { nil })
    }

    /// Runs the work. If the disk fails and rolls the work back, the work may run again in memory.
    func write(_ change: CacheChange, _ work: (CacheWriter) throws -> Void) throws {
        switch change {
        case .replacing(let part):
            try onDisk {
                try disk.write(change, work)
                try discard(part)
            } otherwise: {
                try replace(part, change, work)
            }
        case .updating: try onDisk({ try disk.write(change, work) }, otherwise: {})
        case .deletingImage(let url):
            removed.insert(url)
            try memory.content?.deleteImage(for: url)
            try onDisk {
                try disk.write(change, work)
                removed.remove(url)
            } otherwise: {
            }
        }
    }

    func delete(loadedAt: Date?) throws -> Bool {
        if hasFeedInMemory {
            if let loadedAt, try memory.content?.feed()?.loadedAt != loadedAt { return false }
            try disk.delete(loadedAt: nil)
        } else {
            guard try disk.delete(loadedAt: loadedAt) else { return false }
        }
        try memory.delete(loadedAt: nil)
        hasFeedInMemory = false
        removed = []
        return true
    }

    func setImageLimit(_ limit: Int) throws {
        try memory.setImageLimit(min(limit, Self.maximumImageBytes))
        try onDisk({ try disk.setImageLimit(limit) }, otherwise: {})
    }

    /// Returns the disk's status, or memory's if the disk can't be read or memory has the newer feed.
    func status() throws -> CacheStatus {
        try onDisk({ try hasFeedInMemory ? memory.status() : disk.status() }, otherwise: { try memory.status() })
    }

    func close() throws { try disk.close() }

    /// Returns whether memory is newer than the disk for the part, even if only because an image was removed.
    private func isInMemory(_ part: CachePart) throws -> Bool {
        switch part {
        case .feed: hasFeedInMemory
        case .image(let url): try removed.contains(url) || memory.content?.entry(for: url) != nil
        case .partialDownload: false
        }
    }

    private func replace(_ part: CachePart, _ change: CacheChange, _ work: (CacheWriter) throws -> Void) throws {
        let isFirstFeed = part == .feed && !hasFeedInMemory
        if isFirstFeed, let saved = try read(.feed, { try $0.feed() }) {
            // The transaction's steps must see the feed on disk.
            try memory.write(change) { try $0.transaction { try $0.insert(saved) } }
        }
        do {
            try memory.write(change, work)
        } catch {
            if isFirstFeed { try discard(.feed) }
            throw error
        }
        if isFirstFeed { hasFeedInMemory = true }
    }

    private func discard(_ part: CachePart) throws {
        switch part {
        case .feed:
            hasFeedInMemory = false
            try memory.content?.transaction { try $0.delete() }
        case .image(let url):
            try memory.content?.deleteImage(for: url)
            removed.remove(url)
        case .partialDownload: break
        }
    }

    private func onDisk<Value>(_ work: () throws -> Value, otherwise: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as StoreError where error.allowsMemory {
            report(error)
            return try otherwise()
        }
    }
}

extension StoreError {
    fileprivate var allowsMemory: Bool {
        switch kind {
        case .full, .readOnly, .inaccessible, .newerVersion, .inputOutput: true
        case .corrupt, .inUse, .imageTooLarge, .busy, .other: false
        }
    }
}

final class ReportOnce: Sendable {
    private let reported = Mutex<Set<StoreError.Kind>>([])
    private let report: @Sendable (StoreError) -> Void

    init(_ report: @escaping @Sendable (StoreError) -> Void) { self.report = report }

    func callAsFunction(_ error: StoreError) {
        if reported.withLock({ $0.insert(error.kind).inserted }) { report(error) }
    }
}

/// A cache in memory: the same tables as on disk in a database in memory, and the images' bytes beside it.
///
/// Partial downloads aren't kept, because they would rarely be worth the space.
final class MemoryStorage: CacheStorage {
    /// The content; `nil` until something is cached.
    private(set) var content: CacheWriter?
    private var imageLimit: Int

    init(imageLimit: Int) { self.imageLimit = imageLimit }

    /// Returns the content. Creates the database only when it's needed, so programs start faster.
    func opened() throws -> CacheWriter {
        if let content { return content }
        return try StoreError.wrapping {
            let database = try DatabaseQueue()
            try StoreSchema.prepare(database)
            let opened = try CacheWriter(database, in: nil, imageLimit: imageLimit, partialLimit: 0)
            content = opened
            return opened
        }
    }

    func open() -> CacheAccess { .writer }

    func read<Value>(_ part: CachePart, _ work: (any CacheContent) throws -> Value?) throws -> Value? {
        try StoreError.wrapping { try work(try opened()) }
    }

    func write(_ change: CacheChange, _ work: (CacheWriter) throws -> Void) throws {
        try StoreError.wrapping { try work(try opened()) }
    }

    @discardableResult
    func delete(loadedAt: Date?) throws -> Bool {
        if let loadedAt, try content?.feed()?.loadedAt != loadedAt { return false }
        content = nil
        return true
    }

    func setImageLimit(_ limit: Int) throws {
        imageLimit = limit
        try content?.setImageLimit(limit)
    }

    func status() throws -> CacheStatus { try opened().status() }

    func close() {}
}
