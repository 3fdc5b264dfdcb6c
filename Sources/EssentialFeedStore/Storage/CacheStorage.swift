import Foundation

/// A place for the content of one server's cache: the disk, memory, or the disk with memory to fall back on.
///
/// What is read or changed is a closure over the content, so that a storage decides once, for all calls, which content
/// answers. All calls come from one thread.
protocol CacheStorage: AnyObject {
    /// Makes the content available as far as that is possible. A later call finds out whether more is possible by then.
    func open() -> CacheAccess
    /// Runs the work on content that can be read.
    /// - Parameter part: The part of the content that the work reads.
    /// - Returns: What the work returns, or `nil` if there is nothing to read from.
    func read<Value>(_ part: CachePart, _ work: (any CacheContent) throws -> Value?) throws -> Value?
    /// Runs the work on content that can be changed.
    /// - Parameter change: What the work changes.
    func write(_ change: CacheChange, _ work: (any MutableCacheContent) throws -> Void) throws
    /// Deletes all content.
    /// - Parameter loadedAt: If not `nil`, deletes nothing unless the cached feed was loaded at this time.
    /// - Returns: `true` if the content was deleted.
    @discardableResult
    func delete(loadedAt: Date?) throws -> Bool
    func setImageLimit(_ limit: Int) throws
    func status() throws -> CacheStatus
    func close() throws
}

/// A part of a cache's content.
enum CachePart: Hashable {
    case feed
    case image(URL)
    case partialDownload(URL)
}

/// A change of a part of a cache's content.
enum CacheChange {
    /// New content takes the place of what is cached.
    case replacing(CachePart)
    /// What is cached changes. If that fails, the server is asked once more than needed, and nothing is lost.
    case updating(CachePart)
    /// The image isn't to be used again.
    case removingImage(URL)
}
