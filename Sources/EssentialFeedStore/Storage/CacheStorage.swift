import Foundation

/// Stores the content of one server's cache: on disk, in memory, or on disk with memory as a fallback.
///
/// Callers pass a closure that reads or changes the content, so the storage chooses the content in one place. All calls
/// come from one thread.
protocol CacheStorage: AnyObject {
    /// Opens the content with the best access available. A later call may get better access.
    func open() -> CacheAccess
    func read<Value>(_ part: CachePart, _ work: (any CacheContent) throws -> Value?) throws -> Value?
    func write(_ change: CacheChange, _ work: (CacheWriter) throws -> Void) throws
    /// Deletes all content.
    /// - Parameter loadedAt: If not `nil`, the content is deleted only if the cached feed was loaded at this time.
    @discardableResult
    func delete(loadedAt: Date?) throws -> Bool
    func setImageLimit(_ limit: Int) throws
    func status() throws -> CacheStatus
    func close() throws
}

enum CachePart: Hashable {
    case feed
    case image(URL)
    case partialDownload(URL)
}

enum CacheChange {
    case replacing(CachePart)
    /// The cached content is updated. If that fails, the only cost is one extra request to the server.
    case updating(CachePart)
    case deletingImage(URL)
}
