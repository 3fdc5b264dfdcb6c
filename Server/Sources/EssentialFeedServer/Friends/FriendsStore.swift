import Foundation

/// Friends' comments, reactions, posts and sessions for one folder.
///
/// Every write takes numbers from one counter inside its transaction and is saved before the call returns. All calls
/// except ``state``, ``unseenPhotos`` and ``session(_:)`` block.
protocol FriendsStore: Sendable {
    var state: FriendsState { get }
    /// The photos hidden from everyone and the photos without a file.
    var unseenPhotos: Set<UUID> { get }
    var isWritable: Bool { get }
    var posts: PostFiles { get }

    func read<Value>(_ body: (any FriendsRows) throws -> Value) throws(FriendsError) -> Value

    /// Runs one transaction. When the call returns, the changes are saved; if it throws, nothing has changed, except
    /// after ``FriendsError/notRemoved(photo:reason:)``.
    func write<Value>(_ body: (any FriendsRows) throws -> Value) throws(FriendsError) -> Value

    func session(_ secret: TokenSecret) -> BrowserSession.Use?

    func renew(session digest: Data, at date: Date) throws(FriendsError)

    /// Ends a session. If the disk is full, smaller images of photos are removed first.
    /// - Parameter requester: The person who ends the session of another browser; `nil` for the browser's own.
    func end(session digest: Data, by requester: Requester?, may scope: AccessScope) throws(FriendsError)

    /// Returns whether the store is free of deleted text. Tries to remove it, but a reader may prevent that.
    func isErased() -> Bool

    /// Looks for the files of the posted photos. An incomplete copy of a state folder may lack some. Photos without a file
    /// leave the feed until a later call finds the file.
    /// - Returns: The number of photos without a file.
    @discardableResult
    func lookForFiles() throws(FriendsError) -> Int

    /// Reads the changes made by other processes, including those in another state folder that has replaced this one.
    /// Nothing is written to that folder: it may be an incomplete copy, which a write would damage.
    /// - Returns: Whether another state folder has just replaced this one.
    @discardableResult
    func refresh() throws -> Bool
}

extension FriendsStore {
    /// Runs one transaction for a person who may still do something.
    func write<Value>(
        by requester: Requester, may scope: AccessScope, _ body: (any FriendsRows) throws -> Value
    ) throws(FriendsError) -> Value {
        try write { transaction in
            try requester.check(scope)
            return try body(transaction)
        }
    }
}

/// The values kept in memory for reading without the store.
struct FriendsState: Hashable, Sendable {
    /// The name of the store. Change numbers are comparable only within one store.
    var name = ""
    var change: Int64 = 0
    /// The number of the last change to the feed.
    var feed: Int64 = 0
    var comments: Int64 = 0
    var hiddenPhotos: Set<UUID> = []
    var appearance = ChosenAppearance()
    /// The digests of people's pictures, by the ids of their tokens.
    var pictures: [String: ContentDigest] = [:]
    var sessionChange: Int64 = 0
    var sessions: [Data: BrowserSession.Use] = [:]
}

/// The owner's choices on the page of the people; `nil` for the usual title and colour, and for no cover.
struct ChosenAppearance: Hashable, Sendable {
    /// Safe to show.
    var title: String?
    var accent: AccentColour?
    var cover: UUID?
}
