public import Foundation

/// A store of the feed of one server.
///
/// Saving takes several steps in one transaction. Deleting works even if nothing can be read, and can be limited to the
/// feed that was judged expired. Calls that one task makes in order take effect in order, and calls of two tasks never
/// interleave. One suite of tests runs on all stores.
public protocol FeedStore: Sendable {
    /// Returns the cached feed, or `nil` if there is none. Has no side effects, even if it throws.
    /// - Throws: A ``FeedStoreError`` with ``FeedStoreError/isDamage`` set if the stored feed is unreadable for good.
    func retrieve() async throws -> CachedFeed?

    /// Runs the steps as one transaction: either all of them take effect or, if one throws, none.
    ///
    /// Begins no transaction and throws `CancellationError` if the task has been cancelled.
    func transaction(_ steps: @escaping @Sendable (any FeedStoreTransaction) throws -> Void) async throws

    /// Deletes the cached feed and with it the image data of its server, even if the feed cannot be retrieved.
    /// - Parameter loadedAt: When the feed to be deleted was loaded. A feed that was loaded at another time stays; `nil`
    ///   deletes any.
    func delete(loadedAt: Date?) async throws
}

extension FeedStore {
    /// Deletes the cached feed, whenever it was loaded, and the image data of its server.
    public func delete() async throws {
        try await delete(loadedAt: nil)
    }
}

/// The steps that a transaction of a ``FeedStore`` is made of. Valid only inside the transaction.
public protocol FeedStoreTransaction {
    /// Returns the cached feed as the steps so far have left it, or `nil` if there is none. An error doesn't fail the
    /// transaction.
    func retrieve() throws -> CachedFeed?
    /// Deletes the cached feed. Image data stays.
    func delete() throws
    /// Stores the feed in place of the cached one, if there is one.
    func insert(_ feed: CachedFeed) throws
}

/// An error of a store that says whether the stored data is to blame.
public protocol FeedStoreError: Error {
    /// Whether the stored data is damaged, so that deleting it helps and nothing else does. `false` if the disk fails,
    /// memory or descriptors run out, or another program is at work: the data may be intact.
    var isDamage: Bool { get }
}
