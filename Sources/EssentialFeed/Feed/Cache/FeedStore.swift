public import Foundation

/// A store of one server's feed.
///
/// Saving takes several steps in one transaction. Deleting works even if nothing can be read, and can be limited to the
/// expired feed. Calls from one task take effect in order, and calls from two tasks never interleave. All stores pass
/// the same test suite.
public protocol FeedStore: Sendable {
    /// Returns the cached feed, or `nil` if there is none. Has no side effects, even if it throws.
    /// - Throws: A ``FeedStoreError`` with ``FeedStoreError/isDamage`` set if the stored feed is permanently
    ///   unreadable.
    func retrieve() async throws -> CachedFeed?

    /// Runs the steps as one transaction: either all of them take effect or, if one throws, none.
    ///
    /// Throws `CancellationError` without beginning a transaction if the task has been cancelled.
    func transaction(_ steps: @escaping @Sendable (any FeedStoreTransaction) throws -> Void) async throws

    /// Deletes the cached feed together with the image data of its server, even if the feed can't be retrieved.
    /// - Parameter loadedAt: When the feed to delete was loaded. A feed with another load time is kept; `nil` deletes
    ///   any feed.
    func delete(loadedAt: Date?) async throws
}

extension FeedStore {
    /// Deletes the cached feed, regardless of its load time, together with the image data of its server.
    public func delete() async throws { try await delete(loadedAt: nil) }
}

/// A store's error that tells whether the stored data is damaged.
public protocol FeedStoreError: Error {
    /// Whether the stored data is damaged; if so, only deleting it helps. `false` if the disk fails, memory or
    /// descriptors run out, or another program is using the data: the data may be intact.
    var isDamage: Bool { get }
}

/// The steps of a ``FeedStore`` transaction. Valid only inside the transaction.
public protocol FeedStoreTransaction {
    /// Returns the cached feed after the steps so far, or `nil` if there is none. An error doesn't fail the
    /// transaction.
    func retrieve() throws -> CachedFeed?
    /// Deletes the cached feed. Image data is kept.
    func delete() throws
    /// Stores the feed in place of the cached one, if any.
    func insert(_ feed: CachedFeed) throws
}
