import EssentialFeed
import Foundation
import Logging
import NIOPosix
import Synchronization

/// A server's access control, kept in step with its file of tokens.
final class ServerAccess: Sendable {
    let control: AccessControl
    private let watch = Mutex<SmallFolderWatch?>(nil)
    private let uses: UseSaver?

    /// Creates the access control of a server without tokens, which everybody may read.
    init(open limits: RequestLimits) {
        control = AccessControl(
            AccessState(tokens: [], rule: .everybody, limits: limits), now: { Date() }, saveUse: { _, _ in })
        uses = nil
    }

    /// Reads the tokens, and then each change of them; blocks.
    /// - Throws: ``AccessError`` if they can't be read, or if there are some and their end wouldn't be noticed.
    init(
        _ file: TokenFile, rule: AccessRule, limits: RequestLimits, threads: NIOThreadPool, logger: Logger
    ) throws(AccessError) {
        let state = AccessState(tokens: try file.tokens(), rule: rule, limits: limits)
        let uses = UseSaver(file: file, threads: threads, logger: logger)
        self.uses = uses
        control = AccessControl(state, now: { Date() }) { uses.save($0, at: $1) }
        let reader = TokenReader(file: file, control: control, logger: logger)
        do throws(FileError) {
            try file.createFolder()
            let watch = try SmallFolderWatch(file.folder) { reader.read() }
            self.watch.withLock { $0 = watch }
        } catch {
            let error = AccessError.unreadable(path: file.folder.path(percentEncoded: false), reason: "\(error)")
            guard rule == .everybodyUntilInvitation, !control.hasTokens else { throw error }
            logger.warning("a token that is made now counts only after a restart: \(error)")
        }
        // There may have been a change between the first reading and the start of the watch.
        reader.read()
    }

    /// Saves when tokens are used, until there are no further requests.
    func saveUses() async {
        await uses?.run()
    }

    /// Tells that there are no further requests.
    func end() {
        uses?.end()
    }
}

/// Takes the tokens of a file into force.
private final class TokenReader: Sendable {
    private let file: TokenFile
    private let control: AccessControl
    private let logger: Logger
    /// The error of the last reading, which isn't logged again.
    private let lastError = Mutex<AccessError?>(nil)

    init(file: TokenFile, control: AccessControl, logger: Logger) {
        (self.file, self.control, self.logger) = (file, control, logger)
    }

    /// Takes the tokens into force; none of them if they can't be read.
    func read() {
        do throws(AccessError) {
            control.replace(by: try file.tokens())
            lastError.withLock { $0 = nil }
        } catch {
            control.refuseEverybody()
            let isNew = lastError.withLock { last in
                defer { last = error }
                return last != error
            }
            if isNew { logger.error("nobody may read the feed: \(error)") }
        }
    }
}

/// Saves when tokens were used, on threads that may block.
private struct UseSaver: Sendable {
    private let file: TokenFile
    private let threads: NIOThreadPool
    private let logger: Logger
    private let uses: AsyncStream<(tokenID: String, date: Date)>
    private let continuation: AsyncStream<(tokenID: String, date: Date)>.Continuation

    init(file: TokenFile, threads: NIOThreadPool, logger: Logger) {
        (self.file, self.threads, self.logger) = (file, threads, logger)
        (uses, continuation) = AsyncStream.makeStream()
    }

    /// Has a use saved by ``run()``.
    func save(_ tokenID: String, at date: Date) {
        continuation.yield((tokenID, date))
    }

    /// Lets ``run()`` end once it has saved what was used before.
    func end() {
        continuation.finish()
    }

    func run() async {
        for await use in uses {
            do {
                try await threads.runIfActive { [file] in try file.noteUses([use.tokenID: use.date]) }
            } catch is CancellationError {
                return
            } catch {
                logger.warning("cannot save when a token was used last: \(error)")
            }
        }
    }
}
