import Crypto
import Files
import Foundation
import GRDB
import Synchronization
import SystemPackage

/// The SQLite database of friends' comments, reactions, posts and sessions for one folder.
///
/// Every write takes numbers from one counter inside its transaction, and is on the disk before the call returns. All
/// calls except ``state`` and ``tokenID(of:)`` block.
final class FriendsDatabase: Sendable {
    /// The values kept in memory, so that reading them doesn't use the database.
    struct State: Hashable, Sendable {
        /// The name of the database. Change numbers are comparable only within one database.
        var name = ""
        var change: Int64 = 0
        /// Deletions up to this change may be forgotten.
        var pruned: Int64 = 0
        /// The number of the last change that is visible in the feed.
        var feed: Int64 = 0
        var hiddenPhotos: Set<UUID> = []
        /// The ids of the tokens that browsers have signed in with, by the digest of the session.
        var sessions: [Data: String] = [:]
    }

    let posts: PostFiles
    private let file: FriendsFile
    private let pool: any DatabaseWriter
    private let lock: FileLock?
    /// The identities of the files that were opened.
    private let identity: [FileIdentity?]
    /// A copy of the files in another state folder that has replaced this one; `nil` if none has.
    private let replacement = Mutex<(any DatabaseReader)?>(nil)
    private let current: Mutex<State>
    /// Whether the log may still contain deleted text.
    private let hasErased = Mutex(true)

    /// - Parameter lock: Held during each write; `nil` refuses all writes.
    init(_ pool: some DatabaseWriter, lock: FileLock?, of file: FriendsFile) throws {
        (self.pool, self.lock, self.file, posts) = (pool, lock, file, file.posts)
        identity = try file.identity()
        current = Mutex(try pool.read(State.init))
        // A killed process may have left deleted text in the log.
        truncateLog()
    }

    var state: State { current.withLock { $0 } }

    var isWritable: Bool { lock != nil }

    /// Returns the id of the token that a session belongs to.
    func tokenID(of session: TokenSecret) -> String? {
        current.withLock { $0.sessions[Data(session.digest.bytes)] }
    }

    /// Reads the changes that other processes have made, including those in another state folder that has replaced this
    /// one. Nothing is written to that folder: it may be a copy that isn't complete yet, which a write would damage.
    /// - Returns: Whether another state folder has just taken the place of this one.
    @discardableResult
    func refresh() throws -> Bool {
        guard isWritable, try !isInPlace() else {
            replacement.withLock { $0 = nil }
            // The connection that writes reads them, so that no later write is missed.
            try pool.writeWithoutTransaction { database in
                let read = try State(database)
                current.withLock { $0 = read }
            }
            return false
        }
        // The folder may be only temporarily missing.
        guard file.exists else { return false }
        let copy = try file.inMemory()
        let read = try copy.read(State.init)
        // The copy comes first, so that whoever knows the new state reads at least its changes.
        let isNew = replacement.withLock { last in
            defer { last = copy }
            return last == nil
        }
        current.withLock { $0 = read }
        return isNew
    }

    /// Returns whether the files at the paths are those that were opened.
    private func isInPlace() throws(FileSystemError) -> Bool { try file.identity() == identity }

    func read<Value>(_ body: (FriendsTransaction) throws -> Value) throws(FriendsError) -> Value {
        do {
            let reader: any DatabaseReader = replacement.withLock { $0 } ?? pool
            return try reader.read { try body(FriendsTransaction($0, posts: posts)) }
        } catch {
            throw FriendsError(error)
        }
    }

    /// Runs one transaction. When the call returns, the changes are on the disk; if it throws, nothing has changed.
    func write<Value>(_ body: (FriendsTransaction) throws -> Value) throws(FriendsError) -> Value {
        do {
            guard let lock else { throw FriendsError.unavailable(reason: "the state folder can't be written to") }
            let value = try pool.writeWithoutTransaction { database in
                try lock.whileLocked {
                    guard try isInPlace() else {
                        throw FriendsError.unavailable(
                            reason: "the state folder isn't the one at the server's start; restart the server")
                    }
                    let transaction = FriendsTransaction(database, posts: posts)
                    var result: (value: Value, state: State?)?
                    do {
                        try database.inTransaction(.immediate) {
                            let value = try body(transaction)
                            result = (value, transaction.hasChanged ? try State(database) : nil)
                            return .commit
                        }
                    } catch {
                        posts.remove(transaction.addedPosts)
                        throw error
                    }
                    posts.remove(transaction.removedPosts)
                    guard let result else { throw FriendsError.unavailable(reason: CatalogError.damaged.description) }
                    if let state = result.state { current.withLock { $0 = state } }
                    if transaction.erases { hasErased.withLock { $0 = true } }
                    return result.value
                }
            }
            if hasErased.withLock({ $0 }) { truncateLog() }
            return value
        } catch {
            throw FriendsError(error)
        }
    }

    /// Runs one transaction for a person.
    /// - Throws: ``FriendsError/ended`` if the person's access has ended, or another ``FriendsError``.
    func write<Value>(
        by requester: Requester, _ body: (FriendsTransaction) throws -> Value
    ) throws(FriendsError) -> Value {
        try write { transaction in
            guard requester.isAdmitted(), try requester.session.map(transaction.hasSession) ?? true else {
                throw FriendsError.ended
            }
            return try body(transaction)
        }
    }

    /// Keeps the key of the photos' ids, in case the catalog is lost.
    func keep(_ key: Data) throws(FriendsError) {
        guard try read({ try $0.key() }) != key else { return }
        try write { try $0.set(key: key) }
    }

    /// Removes deleted text from the log. If a reader still needs the log, the next write tries again.
    private func truncateLog() {
        guard let lock else { return }
        do {
            // Within the call, because a write may erase something right after it.
            try pool.writeWithoutTransaction { database in
                let isDone = try lock.whileLocked { try database.truncateLog() }
                hasErased.withLock { $0 = !isDone }
            }
        } catch {
            // The log is in use, or the disk is full.
        }
    }
}

extension Database {
    /// Removes deleted text from the log.
    /// - Returns: Whether the log is empty; `false` if a reader still needs it.
    func truncateLog() throws -> Bool {
        do {
            return try checkpoint(.truncate).walFrameCount <= 0
        } catch DatabaseError.SQLITE_BUSY {
            return false
        }
    }
}

extension FriendsDatabase.State {
    fileprivate init(_ database: Database) throws {
        let row = try Row.fetchOne(database.cachedStatement(sql: "SELECT name, change, pruned, feed FROM friends"))
        guard let row else { throw CatalogError.damaged }
        (name, change, pruned, feed) = (row[0], row[1], row[2], row[3])
        hiddenPhotos = try UUID.fetchSet(
            database.cachedStatement(sql: "SELECT id FROM photo WHERE is_hidden = 1"))
        sessions = try Dictionary(
            Row.fetchAll(database.cachedStatement(sql: "SELECT digest, token FROM session")).map { ($0[0], $0[1]) }
        ) { first, _ in first }
    }
}

/// The reason a friend's request is refused or fails.
enum FriendsError: Error, Hashable {
    /// The person lacks the scope.
    case notPermitted(AccessScope)
    /// The feed has no such photo.
    case noSuchPhoto
    case noSuchComment
    case noSuchReaction
    /// No one has posted a photo with the id.
    case noSuchPost
    /// Another person has posted the photo.
    case notOwn
    /// The person's access has ended since the request began.
    case ended
    /// The owner has closed the comments on the photo.
    case closed
    /// The id belongs to another comment or photo.
    case different
    /// The comment or photo with the id was deleted.
    case deleted
    /// The photo can't be shown.
    case unusable(PhotoFault)
    case photoTooLarge(StorageLimit)
    /// The person's photos take too much room.
    case noRoom(StorageLimit)
    /// The message is empty.
    case emptyMessage
    case tooLong
    /// - Parameter retryAfter: In seconds.
    case tooMany(WriteLimit, retryAfter: Int)
    /// The change number belongs to another database or is too old.
    case unknownChange
    /// The disk is full.
    case full
    /// The database or the catalog can't be used. The reason is logged, but not sent to friends.
    case unavailable(reason: String)

    init(_ error: any Error) {
        switch error {
        case let error as FriendsError: self = error
        case let error as DatabaseError where error.isDiskFull: self = .full
        case let error as FileError where error.isDiskFull || error == .system(.fileTooLarge): self = .full
        default: self = .unavailable(reason: "\(error)")
        }
    }
}
