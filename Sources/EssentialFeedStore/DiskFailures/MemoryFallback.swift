import EssentialFeed
import Foundation

/// A storage that uses memory while the disk can't be written.
///
/// - A write goes to the disk. If the disk is full, read-only, failing or can't be opened, or a newer version of the
///   program wrote it, the write goes to memory instead, and the error is reported, once for each kind. The next write
///   tries the disk again.
/// - Memory has newer content than the disk, so reads look there first. A later write that succeeds on the disk replaces
///   the copy in memory.
/// - A deletion deletes both, the disk first: if that fails, everything stays and the error is thrown.
/// - A damaged database is an error until the cache is deleted. A write to a cache that another program writes to is an
///   error as well: that program caches the feed.
final class MemoryFallback: CacheStorage {
    private let disk: any CacheStorage
    private let memory: MemoryStorage
    /// Whether memory has the newer feed.
    private var hasFeedInMemory = false
    /// Images that were removed although the disk may still have them.
    private var removed: Set<URL> = []
    private let report: ReportOnce

    init(for disk: any CacheStorage, imageLimit: Int, report: ReportOnce) {
        self.disk = disk
        self.report = report
        memory = MemoryStorage(imageLimit: min(imageLimit, CacheLimits.imagesInMemory))
    }

    func open() -> CacheAccess {
        disk.open()
    }

    func read<Value>(_ part: CachePart, _ work: (any CacheContent) throws -> Value?) throws -> Value? {
        guard !isInMemory(part) else { return try work(memory) }
        return try onDisk {
            try disk.read(part, work)
        } otherwise: {
            nil
        }
    }

    /// Runs the work, possibly a second time, on memory, after the disk has rolled it back.
    func write(_ change: CacheChange, _ work: (any MutableCacheContent) throws -> Void) throws {
        switch change {
        case .replacing(let part):
            try onDisk {
                try disk.write(change, work)
                discard(part)
            } otherwise: {
                try replace(part, work)
            }
        case .updating(let part):
            guard !isInMemory(part) else { return try work(memory) }
            try onDisk {
                try disk.write(change, work)
            } otherwise: {
            }
        case .removingImage(let url):
            memory.removeImage(for: url)
            removed.insert(url)
            try onDisk {
                try disk.write(change, work)
                removed.remove(url)
            } otherwise: {
            }
        }
    }

    func delete(loadedAt: Date?) throws -> Bool {
        if hasFeedInMemory {
            if let loadedAt, memory.cachedFeed?.loadedAt != loadedAt { return false }
            try disk.delete(loadedAt: nil)
        } else {
            guard try disk.delete(loadedAt: loadedAt) else { return false }
        }
        memory.delete(loadedAt: nil)
        hasFeedInMemory = false
        removed = []
        return true
    }

    func setImageLimit(_ limit: Int) throws {
        memory.setImageLimit(min(limit, CacheLimits.imagesInMemory))
        try onDisk {
            try disk.setImageLimit(limit)
        } otherwise: {
        }
    }

    /// Returns what the disk holds, or, if the disk can't be read or memory has the newer feed, what memory holds.
    func status() throws -> CacheStatus {
        try onDisk {
            hasFeedInMemory ? memory.status() : try disk.status()
        } otherwise: {
            memory.status()
        }
    }

    func close() throws {
        try disk.close()
    }

    /// Returns whether memory is ahead of the disk for the part, even if only because an image was removed.
    private func isInMemory(_ part: CachePart) -> Bool {
        switch part {
        case .feed: hasFeedInMemory
        case .image(let url): removed.contains(url) || memory.hasImage(for: url)
        case .partialDownload: false
        }
    }

    private func replace(_ part: CachePart, _ work: (any MutableCacheContent) throws -> Void) throws {
        guard part == .feed, !hasFeedInMemory else { return try work(memory) }
        // The steps of a transaction find the feed that the disk has.
        memory.cachedFeed = try read(.feed) { try $0.feed() }
        defer { if !hasFeedInMemory { memory.cachedFeed = nil } }
        try work(memory)
        hasFeedInMemory = true
    }

    /// Forgets what memory holds of the part.
    private func discard(_ part: CachePart) {
        switch part {
        case .feed:
            hasFeedInMemory = false
            memory.cachedFeed = nil
        case .image(let url):
            memory.removeImage(for: url)
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
    /// Whether memory takes the disk's place after this error.
    fileprivate var allowsMemory: Bool {
        switch kind {
        case .full, .readOnly, .inaccessible, .newerVersion, .inputOutput: true
        case .corrupt, .inUse, .imageTooLarge, .busy, .other: false
        }
    }
}
