import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore
import Foundation

/// The context of the `cache` commands, which use the cache but not the network.
struct CacheProgram: Sendable {
    enum Content: Equatable {
        case nothing, feed, unreadable
    }

    let address: ServerAddress
    let cache: any SessionCache
    let start: ProgramStart
    let environment: ProgramEnvironment

    /// Throws ``ExitStatus/cacheFailed`` unless this program may write to the cache on disk.
    func requireWriter() async throws {
        switch await cache.access() {
        case .writer: return
        case .reader(let error), .memory(let error): throw programError(for: error, .cacheUnwritable)
        }
    }

    func content() async -> Content {
        do { return try await cache.retrieve() == nil ? .nothing : .feed } catch { return .unreadable }
    }

    /// Returns the number of bytes that clearing frees; 0 if it can't be read from a damaged database.
    func bytesToFree() async -> Int {
        do { return try await cache.status().bytesFreedByClearing } catch { return 0 }
    }

    /// Returns the error that ends the program: `CancellationError` unchanged, everything else as a ``ProgramError``.
    func programError(for error: any Error, _ key: ProgramStrings) -> any Error {
        if error is CancellationError { return error }
        environment.report(error)
        return switch (error as? StoreError)?.kind {
        case .inUse: environment.error(.cacheFailed, .cacheInUse)
        case .newerVersion: environment.error(.cacheFailed, .cacheNotChanged)
        default: environment.error(.cacheFailed, key, TerminalText.line(start.cacheFolder.path(percentEncoded: false)))
        }
    }
}
