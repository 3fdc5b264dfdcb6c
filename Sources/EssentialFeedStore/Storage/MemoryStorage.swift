import EssentialFeed
import Foundation
import GRDB

/// A cache in memory: the same tables as on disk in a database in memory, and the images' bytes beside it.
///
/// Partial downloads aren't kept, because they would rarely be worth the space.
final class MemoryStorage: CacheStorage {
    /// The content; `nil` until something is cached.
    private(set) var content: CacheWriter?
    private var imageLimit: Int

    init(imageLimit: Int) {
        self.imageLimit = imageLimit
    }

    /// Returns the content. Creates the database only when it's needed, so that programs start faster.
    func opened() throws -> CacheWriter {
        if let content { return content }
        return try StoreError.wrapping {
            let database = try DatabaseQueue()
            try StoreSchema.migrator.migrate(database)
            let opened = try CacheWriter(database, CacheFiles.inMemory(), imageLimit: imageLimit, partialLimit: 0)
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
