import EssentialFeed
import Foundation
import HTTPTransport

/// Goes on in memory while the disk does not take what is written (N031, B170).
///
/// The policy:
/// - A write goes to the disk. When that is full, read-only, failing or cannot be opened, or a newer version of the
///   program wrote it, the write goes to memory instead, and the trouble is reported, each kind of it once. The next
///   write tries the disk again.
/// - What the memory took is newer than what the disk has, so reads look there first. A later write that the disk
///   takes makes the memory's copy superfluous.
/// - A deletion deletes both, the disk first: when that fails, everything stays and the error is thrown.
/// - A damaged database is not such a trouble: it shows as an error until the cache is deleted. Nor is a cache that
///   another program writes to: that one keeps the feed, and this one says so.
final class DegradingStorage: Storage {
    /// The most bytes of images that memory takes in place of the disk.
    static let maximumImageBytes = 64_000_000

    private let disk: any Storage
    private var memory: MemoryStorage
    /// Whether memory has the newer feed.
    private var hasFeedInMemory = false
    /// Images that were removed, and that the disk did not let go: they count as not stored.
    private var removed: Set<URL> = []
    private let report: TroubleReport

    init(_ disk: any Storage, imageLimit: Int, report: TroubleReport) {
        self.disk = disk
        self.report = report
        memory = MemoryStorage(imageLimit: min(imageLimit, Self.maximumImageBytes))
    }

    func open() -> CacheAccess {
        disk.open()
    }

    func retrieve() throws -> CachedFeed? {
        if hasFeedInMemory { return memory.feed }
        return try onDisk {
            try disk.retrieve()
        } otherwise: {
            nil
        }
    }

    /// The steps run a second time, on memory, where the disk has rolled them back.
    func transaction(_ steps: (any FeedStoreTransaction) throws -> Void) throws {
        try onDisk {
            try disk.transaction(steps)
            hasFeedInMemory = false
            memory.deleteFeed()
        } otherwise: {
            try memory.transaction(on: hasFeedInMemory ? nil : retrieve(), steps)
            hasFeedInMemory = true
        }
    }

    func delete(loadedAt: Date?) throws -> Bool {
        if hasFeedInMemory {
            if let loadedAt, memory.feed?.loadedAt != loadedAt { return false }
            try disk.delete(loadedAt: nil)
        } else {
            guard try disk.delete(loadedAt: loadedAt) else { return false }
        }
        memory.delete(loadedAt: nil)
        hasFeedInMemory = false
        removed = []
        return true
    }

    func retrieveImageData(for url: URL) throws -> CachedImageData? {
        if let image = memory.retrieveImageData(for: url) { return image }
        guard !removed.contains(url) else { return nil }
        return try onDisk {
            try disk.retrieveImageData(for: url)
        } otherwise: {
            nil
        }
    }

    func retrieveFreshness(for url: URL) throws -> Freshness? {
        if let freshness = memory.freshness(for: url) { return freshness }
        guard !removed.contains(url) else { return nil }
        return try onDisk {
            try disk.retrieveFreshness(for: url)
        } otherwise: {
            nil
        }
    }

    func insert(_ image: CachedImageData, digest: Data, for url: URL) throws {
        try onDisk {
            try disk.insert(image, digest: digest, for: url)
            memory.removeImageData(for: url)
            removed.remove(url)
        } otherwise: {
            try memory.insert(image, for: url)
        }
    }

    /// What the disk does not take is lost: the server is asked once more than needed.
    func renew(_ freshness: Freshness, for url: URL) throws {
        if memory.freshness(for: url) != nil {
            _ = memory.renew(freshness, for: url)
            return
        }
        try onDisk {
            try disk.renew(freshness, for: url)
        } otherwise: {
        }
    }

    func removeImageData(for url: URL) throws {
        memory.removeImageData(for: url)
        removed.insert(url)
        try onDisk {
            try disk.removeImageData(for: url)
            removed.remove(url)
        } otherwise: {
        }
    }

    func retrieve(partialFor url: URL) throws -> PartialDownload? {
        try onDisk {
            try disk.retrieve(partialFor: url)
        } otherwise: {
            nil
        }
    }

    /// Memory does not take it: what is cut is cut again before it is worth its room there.
    func insert(_ partial: PartialDownload) throws {
        try onDisk {
            try disk.insert(partial)
        } otherwise: {
        }
    }

    func remove(partialFor url: URL) throws {
        try onDisk {
            try disk.remove(partialFor: url)
        } otherwise: {
        }
    }

    func setImageLimit(_ limit: Int) throws {
        memory.setImageLimit(min(limit, Self.maximumImageBytes))
        try onDisk {
            try disk.setImageLimit(limit)
        } otherwise: {
        }
    }

    /// What the disk holds, or, where that cannot be read, what memory holds.
    func status() throws -> CacheStatus {
        try onDisk {
            hasFeedInMemory ? memory.status : try disk.status()
        } otherwise: {
            memory.status
        }
    }

    func close() throws {
        try disk.close()
    }

    private func onDisk<Value>(_ work: () throws -> Value, otherwise: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as StoreError where error.degradesToMemory {
            report(error)
            return try otherwise()
        }
    }
}

extension StoreError {
    /// Whether memory takes the disk's place after this error.
    fileprivate var degradesToMemory: Bool {
        switch kind {
        case .full, .readOnly, .inaccessible, .newerVersion, .inputOutput: true
        case .corrupt, .inUse, .imageTooLarge, .busy, .other: false
        }
    }
}
