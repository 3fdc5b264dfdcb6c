public import Foundation

/// Keeps the one feed of a server, its loadedAt and its entityTag.
///
/// What every store must do is rows B120–B140; one suite of tests runs on all of them. Calls that one task makes in
/// order take effect in order, and those of two tasks never interleave (B137).
public protocol FeedStore: Sendable {
    /// The cached feed, or `nil` when there is none. Has no side effect, also when it throws (B132).
    /// - Throws: a ``FeedStoreError`` that is damage where what is stored cannot be read by anybody.
    func retrieve() async throws -> CachedFeed?

    /// Runs the steps as one transaction: all of them take effect, or, when one throws, none (B061).
    ///
    /// A store that a cancelled task calls begins no transaction and throws `CancellationError` (B066).
    func transaction(_ steps: @escaping @Sendable (any FeedStoreTransaction) throws -> Void) async throws

    /// Deletes the cached feed and the image data of its server with it (B139), also when the feed cannot be
    /// retrieved.
    /// - Parameter loadedAt: delete only if the cached feed still carries this loadedAt; `nil` deletes any.
    func delete(loadedAt: Date?) async throws
}

extension FeedStore {
    /// Deletes the cached feed, whichever it is, and the image data of its server (B139).
    public func delete() async throws {
        try await delete(loadedAt: nil)
    }
}

/// The steps that a transaction of a ``FeedStore`` is made of. Valid only inside the transaction.
public protocol FeedStoreTransaction {
    /// The cached feed as the steps before have left it, or `nil` when there is none. That it cannot be read does not
    /// fail the transaction.
    func retrieve() throws -> CachedFeed?
    /// Deletes the cached feed. Image data stays (B150).
    func delete() throws
    /// Stores the feed, in place of the one that is cached, if there is one.
    func insert(_ feed: CachedFeed) throws
}

/// An error of a store that says whether what is stored is to blame.
public protocol FeedStoreError: Error {
    /// Whether what is stored is damaged, so that it helps to delete it, and nothing else does. Not so where the disk
    /// fails, memory or descriptors are short, or another program is at work: what is stored may be whole.
    var isDamage: Bool { get }
}
