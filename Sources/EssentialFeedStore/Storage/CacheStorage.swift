import Foundation

/// Stores the content of one server's cache: on disk, in memory, or on disk with memory as a fallback.
///
/// Callers pass a closure that reads or changes the content, so the storage chooses the content in one place. All calls
/// come from one thread.
protocol CacheStorage: AnyObject {
    /// Opens the content with the best access available. A later call may get better access.
    func open() -> CacheAccess
    /// Runs the work on content that can be read.
    /// - Parameter part: The part of the content that the work reads.
    /// - Returns: The work's result, or `nil` if there is nothing to read.
    func read<Value>(_ part: CachePart, _ work: (any CacheContent) throws -> Value?) throws -> Value?
    /// Runs the work on content that can be changed.
    /// - Parameter change: What the work changes.
    func write(_ change: CacheChange, _ work: (CacheWriter) throws -> Void) throws
    /// Deletes all content.
    /// - Parameter loadedAt: If not `nil`, the content is deleted only if the cached feed was loaded at this time.
    /// - Returns: `true` if the content was deleted.
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

/// A change to part of a cache's content.
enum CacheChange {
    /// New content replaces the cached content.
    case replacing(CachePart)
    /// The cached content is updated. If that fails, the only cost is one extra request to the server.
    case updating(CachePart)
    /// The image must not be used again.
    case deletingImage(URL)
}
