import EssentialFeed
import Files
import Foundation
import GRDB
import Synchronization

final class FriendsDatabase: FriendsStore {
    let posts: PostFiles
    private let file: FriendsFile
    private let pool: any DatabaseWriter
    private let lock: FileLock?
    private let identity: [FileIdentity?]
    /// A copy of the files in another state folder, once that folder has replaced this one.
    private let replacement = Mutex<(any DatabaseReader)?>(nil)
    private let current: Mutex<FriendsState>
    /// The posted photos whose files ``lookForFiles()`` didn't find.
    private let missing = Mutex<Set<UUID>>([])
    /// Whether the log may still contain deleted text.
    private let hasErased = Mutex(true)
    /// Differs after another process has changed the database.
    private let version: Mutex<Int?>

    /// - Parameter lock: Held during each write; `nil` refuses all writes.
    init(_ pool: some DatabaseWriter, lock: FileLock?, of file: FriendsFile) throws {
        (self.pool, self.lock, self.file, posts) = (pool, lock, file, file.posts)
        identity = try file.identity()
        // Read first, because another process may write in between.
        version = Mutex(try pool.writeWithoutTransaction { try $0.version() })
        current = Mutex(try pool.read { try FriendsState($0) })
        // A killed process may have left deleted text in the log.
        truncateLog()
    }

    var state: FriendsState { current.withLock { $0 } }

    /// The values last read from this database; `nil` if they are from another state folder.
    private var last: FriendsState? { replacement.withLock { $0 == nil } ? state : nil }

    var unseenPhotos: Set<UUID> { state.hiddenPhotos.union(missing.withLock { $0 }) }

    @discardableResult
    func lookForFiles() throws(FriendsError) -> Int {
        let posted = try read { try $0.postIDs(areDeleted: false) }
        let now = Set(posted.filter { !posts.pictures.has($0) })
        let changed = missing.withLock { last in
            defer { last = now }
            return last.symmetricDifference(now)
        }
        guard isWritable, !changed.isEmpty else { return now.count }
        try transact { transaction in
            for id in changed { try transaction.noteFeedChange(transaction.noteChange(of: id)) }
        }
        return now.count
    }

    var isWritable: Bool { lock != nil }

    func session(_ secret: TokenSecret) -> BrowserSession.Use? {
        current.withLock { $0.sessions[secret.digest.data] }
    }

    func renew(session digest: Data, at date: Date) throws(FriendsError) {
        try write { try $0.renew(session: digest, at: date) }
        current.withLock { $0.sessions[digest]?.usedAt = date }
    }

    func end(session digest: Data, by requester: Requester?, may scope: AccessScope) throws(FriendsError) {
        func end() throws(FriendsError) {
            try write { transaction in
                try requester?.check(scope)
                try transaction.end(session: digest)
            }
        }
        do throws(FriendsError) {
            try end()
        } catch {
            guard case .full = error, SizeFiles.makeRoom(in: URL(filePath: file.path).deletingLastPathComponent())
            else { throw error }
            try end()
        }
    }

    @discardableResult
    func refresh() throws -> Bool {
        guard isWritable, try !isInPlace() else {
            let last = last
            replacement.withLock { $0 = nil }
            // The write connection reads them, or a later write could be missed.
            try pool.writeWithoutTransaction { database in
                let now = try database.version()
                let isChanged = version.withLock { version in
                    defer { version = now }
                    return version != now
                }
                // Another process may have deleted text, and ended while a reader still needed the log.
                if isChanged { hasErased.withLock { $0 = true } }
                let read = try FriendsState(database, after: last)
                current.withLock { $0 = read }
            }
            return false
        }
        // The folder may be only temporarily missing.
        guard file.exists else { return false }
        let copy = try file.inMemory()
        let read = try copy.read { try FriendsState($0) }
        // The copy is set first: a reader with the new state then reads at least its changes.
        let isNew = replacement.withLock { last in
            defer { last = copy }
            return last == nil
        }
        current.withLock { $0 = read }
        return isNew
    }

    private func isInPlace() throws(FileSystemError) -> Bool { try file.identity() == identity }

    func read<Value>(_ body: (any FriendsRows) throws -> Value) throws(FriendsError) -> Value {
        let reader: any DatabaseReader = replacement.withLock { $0 } ?? pool
        return try FriendsError.wrapping { try reader.read { try body(FriendsTransaction($0)) } }
    }

    func write<Value>(_ body: (any FriendsRows) throws -> Value) throws(FriendsError) -> Value {
        try transact { try body($0) }
    }

    func transact<Value>(_ body: (FriendsTransaction) throws -> Value) throws(FriendsError) -> Value {
        try FriendsError.wrapping {
            guard let lock else { throw FriendsError.unavailable(reason: "the state folder can't be written to") }
            let (value, left) = try pool.writeWithoutTransaction { database in
                try lock.whileLocked {
                    guard try isInPlace() else {
                        throw FriendsError.unavailable(
                            reason: "the state folder isn't the one at the server's start; restart the server")
                    }
                    let transaction = FriendsTransaction(database)
                    var result: (value: Value, state: FriendsState?)?
                    try database.inTransaction(.immediate) {
                        let value = try body(transaction)
                        result = (value, transaction.hasChanged ? try FriendsState(database, after: last) : nil)
                        return .commit
                    }
                    let left = posts.remove(transaction.removedPosts)
                    guard let result else { throw FriendsError.unavailable(reason: CatalogError.damaged.description) }
                    if let state = result.state { current.withLock { $0 = state } }
                    if transaction.erases { hasErased.withLock { $0 = true } }
                    return (result.value, left)
                }
            }
            if hasErased.withLock({ $0 }) { truncateLog() }
            if let (photo, error) = left.first {
                throw FriendsError.notRemoved(photo: photo, reason: error.description)
            }
            return value
        }
    }

    func isErased() -> Bool {
        if hasErased.withLock({ $0 }) { truncateLog() }
        return hasErased.withLock { !$0 }
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
    /// Returns a number that changes when another connection has changed the database.
    fileprivate func version() throws -> Int? { try Int.fetchOne(self, sql: "PRAGMA data_version") }

    /// Removes deleted text from the log, without waiting for readers: other writers would wait, too.
    /// - Returns: Whether the log is empty; `false` if a reader still needs it.
    func truncateLog() throws -> Bool {
        let patience = try Int.fetchOne(self, sql: "PRAGMA busy_timeout") ?? 0
        try execute(sql: "PRAGMA busy_timeout = 0")
        defer {
            do {
                try execute(sql: "PRAGMA busy_timeout = \(patience)")
            } catch {
                assertionFailure("setting a timeout uses no file: \(error)")
            }
        }
        do {
            return try checkpoint(.truncate).walFrameCount <= 0
        } catch DatabaseError.SQLITE_BUSY {
            return false
        }
    }
}

extension FriendsState {
    /// - Parameter last: The values of the previous read. There may be many sessions, so they are read again only after
    ///   a change.
    fileprivate init(_ database: Database, after last: Self? = nil) throws {
        let row = try Row.fetchOne(
            database.cachedStatement(
                sql: """
                    SELECT name, change, feed, sessions, title, accent, cover, (SELECT max(change) FROM comment)
                    FROM friends
                    """))
        guard let row else { throw CatalogError.damaged }
        (name, change, feed, sessionChange) = (row[0], row[1], row[2], row[3])
        appearance = ChosenAppearance(
            title: row[4], accent: (row[5] as String?).flatMap { AccentColour($0) }, cover: row[6])
        comments = (row[7] as Int64?) ?? 0
        hiddenPhotos = try UUID.fetchSet(
            database.cachedStatement(sql: "SELECT id FROM photo WHERE is_hidden = 1"))
        for row in try Row.fetchAll(database.cachedStatement(sql: "SELECT person, digest FROM picture")) {
            pictures[row[0] as String] = ContentDigest(bytes: row[1] as Data)
        }
        if let last, last.name == name, last.sessionChange == sessionChange {
            sessions = last.sessions
        } else {
            sessions = try Dictionary(
                Row.fetchAll(database.cachedStatement(sql: "SELECT digest, token, last_used FROM session")).map {
                    ($0[0], BrowserSession.Use(tokenID: $0[1], usedAt: Date(milliseconds: $0[2])))
                }
            ) { first, _ in first }
        }
    }
}
