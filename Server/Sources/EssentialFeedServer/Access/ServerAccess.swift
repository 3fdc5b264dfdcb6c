import Files
import Foundation
import Logging
import NIOPosix
import Synchronization

/// A server's access control, kept in sync with its token file.
final class ServerAccess: Sendable {
    let control: AccessControl
    /// `nil` if no token counts.
    let uses: UseSaver?
    /// `nil` without a usable state folder.
    let stateUse: StateUse?
    private let watch: SmallFolderWatch?
    /// `nil` if no token counts.
    private let reader: TokenReader?
    private let threads: NIOThreadPool

    /// Reads the tokens after each change, even after those since the state was read; blocks.
    /// - Parameter file: `nil` if no token counts.
    /// - Throws: ``AccessError`` if tokens exist but their revocation can't be watched.
    init(
        _ state: AccessState, of file: TokenFile?, in stateFolder: URL?, threads: NIOThreadPool, logger: Logger
    ) throws(AccessError) {
        let uses = file.map { UseSaver(file: $0, threads: threads, logger: logger) }
        let control = AccessControl(state, now: { Date() }) { uses?.save($0, at: $1) }
        let reader = file.map { TokenReader(file: $0, control: control, logger: logger) }
        (self.uses, self.control, self.reader, self.threads) = (uses, control, reader, threads)
        if let file {
            do throws(FileError) {
                try file.createFolder()
            } catch {
                let error = AccessError.unreadable(path: file.folder.path(percentEncoded: false), reason: "\(error)")
                guard state.ownerKey != nil else { throw error }
                logger.warning("a token that is made now counts only after a restart: \(error)")
                (stateUse, watch) = (nil, nil)
                return
            }
        }
        let stateUse = stateFolder.map { StateUse(of: $0, logger: logger) }
        self.stateUse = stateUse
        do throws(FileError) {
            watch = try stateFolder.map { folder throws(FileError) in
                try SmallFolderWatch([folder]) {
                    stateUse?.renew()
                    reader?.read()
                }
            }
        } catch {
            throw .unreadable(path: stateFolder?.path(percentEncoded: false) ?? "", reason: "\(error)")
        }
    }

    /// Returns what the credentials of an admitted request permit now; blocks.
    ///
    /// The watch applies a change soon after the command has ended. A write doesn't rely on that.
    func scopes(of request: AccessState.Request) throws(TokensUnreadableError) -> Set<AccessScope> {
        reader?.readIfChanged()
        return try control.scopes(of: request)
    }

    /// Returns whether a token has the secret now; blocks.
    func admits(_ secret: TokenSecret) -> Bool {
        reader?.readIfChanged()
        return control.admits(secret)
    }

    func refresh() async {
        do {
            try await threads.runIfActive { [reader] in reader?.readIfChanged() }
        } catch {
            // The server is ending.
        }
    }
}

/// Locks a server's state folder against replacement while the server runs.
///
/// The servers of several photo folders can share a state folder.
final class StateUse: Sendable {
    private let folder: URL
    private let logger: Logger
    private let state = Mutex<(lock: FileLock?, hasEnded: Bool)>((nil, false))
    private let lastError = Mutex<FileLockError?>(nil)

    init(of folder: URL, logger: Logger) {
        (self.folder, self.logger) = (folder, logger)
        renew()
    }

    /// Unlocks the folder permanently: the state may be restored.
    func end() {
        state.withLock { $0 = (nil, true) }
    }

    func renew() {
        do throws(FileLockError) {
            if let lock = state.withLock({ $0.lock }), try lock.isCurrent() { return }
            let lock = try FileLock(folder: folder.path(percentEncoded: false), isShared: true)
            state.withLock { if !$0.hasEnded { $0.lock = lock } }
        } catch .inUse {
            // The folder is missing or being replaced; the next change calls this again.
        } catch {
            let isNew = lastError.withLock { last in
                defer { last = error }
                return last != error
            }
            if isNew { logger.warning("can’t keep the state from being restored while it is used: \(error)") }
        }
    }
}

/// Applies the tokens of a file. Each call reads them after the previous one, so an older list never replaces a newer
/// one.
private final class TokenReader: Sendable {
    private struct State {
        /// The last read error, to log it only once in a row.
        var lastError: AccessError?
        var stamp: FileStamp?
        var hasRead = false
    }

    private let file: TokenFile
    private let control: AccessControl
    private let logger: Logger
    private let state = Mutex(State())

    init(file: TokenFile, control: AccessControl, logger: Logger) {
        (self.file, self.control, self.logger) = (file, control, logger)
    }

    func read() {
        state.withLock { read(&$0, file.stamp()) }
    }

    func readIfChanged() {
        state.withLock { state in
            let stamp = file.stamp()
            if !state.hasRead || stamp != state.stamp { read(&state, stamp) }
        }
    }

    private func read(_ state: inout State, _ stamp: FileStamp?) {
        (state.stamp, state.hasRead) = (stamp, true)
        do throws(AccessError) {
            let list = try file.list()
            guard list != nil || !control.needsFile else {
                throw .unreadable(path: file.folder.appending(path: TokenFile.name).path, reason: "it is missing")
            }
            control.replace(by: list?.tokens ?? [])
            state.lastError = nil
        } catch {
            control.refuseEverybody()
            state.hasRead = false
            if state.lastError != error { logger.error("all requests are refused: \(error)") }
            state.lastError = error
        }
    }
}

/// Saves the times of tokens' uses, on threads that may block.
struct UseSaver: Sendable {
    private let file: TokenFile
    private let threads: NIOThreadPool
    private let logger: Logger
    private let uses: AsyncStream<(tokenID: String, date: Date)>
    private let continuation: AsyncStream<(tokenID: String, date: Date)>.Continuation

    init(file: TokenFile, threads: NIOThreadPool, logger: Logger) {
        (self.file, self.threads, self.logger) = (file, threads, logger)
        (uses, continuation) = AsyncStream.makeStream()
    }

    func save(_ tokenID: String, at date: Date) {
        continuation.yield((tokenID, date))
    }

    /// Ends ``run()`` after it has saved all queued uses.
    func end() {
        continuation.finish()
    }

    func run() async {
        for await use in uses {
            do {
                try await threads.runIfActive { [file] in try file.noteUses([use.tokenID: use.date], at: Date()) }
            } catch is CancellationError {
                return
            } catch {
                logger.warning("can’t save when a token was used last: \(error)")
            }
        }
    }
}
