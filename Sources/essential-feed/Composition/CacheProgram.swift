import EssentialFeed
import EssentialFeedStore
import Foundation
import Logging

/// Where the calls that look after the cache are put together: the cache, and no network.
struct CacheProgram: Sendable {
    /// What the cache holds.
    enum Content: Equatable {
        case nothing
        case feed
        case unreadable
    }

    let address: ServerAddress
    let cache: ServerCache
    let session: Session
    let folder: URL

    static func run(
        _ options: ClientOptions, _ call: @escaping @Sendable (CacheProgram) async throws -> Void
    ) async throws {
        let session = Session(options)
        let address = try session.address(options)
        let folder = session.cacheFolder(options)
        let cache = await ServerCache.open(in: folder, for: address) { session.logger.warning("\($0)") }
        let program = CacheProgram(address: address, cache: cache, session: session, folder: folder)
        try await Interruption.watching {
            try await call(program)
        } orderlyEnd: {
            do {
                try await cache.close()
            } catch {
                session.logger.warning("\(error)")
            }
        }
    }

    /// - Throws: ``ProgramFailure`` of status ``ExitStatus/cacheFailed`` when the cache on disk cannot be written.
    func requireWriter() async throws {
        switch await cache.access() {
        case .writer: return
        case .reader(let error), .memory(let error): throw failure(for: error, .cacheUnwritable)
        }
    }

    func content() async -> Content {
        do {
            return try await cache.retrieve() == nil ? .nothing : .feed
        } catch {
            return .unreadable
        }
    }

    /// The bytes that clearing frees. A damaged database does not know them.
    func bytesToFree() async -> Int {
        do {
            return try await cache.status().bytesFreedByClearing
        } catch {
            return 0
        }
    }

    func failure(for error: any Error, _ message: ProgramStrings) -> any Error {
        if error is CancellationError { return error }
        session.logger.warning("\(error)")
        guard (error as? StoreError)?.kind != .inUse else { return session.failure(.cacheFailed, .cacheInUse) }
        return session.failure(.cacheFailed, message, [TerminalText.line(folder.path(percentEncoded: false))])
    }
}
