import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore
import Foundation
import Logging

/// The context of the `cache` commands, which use the cache but not the network.
struct CacheProgram: Sendable {
    /// The content of the cache.
    enum Content: Equatable {
        case nothing
        case feed
        case unreadable
    }

    let address: ServerAddress
    let cache: ServerCache
    let folder: URL
    let environment: ProgramEnvironment

    /// Opens the cache, runs the command and closes the cache. Ctrl-C and SIGTERM cancel the command.
    static func run(
        _ options: ClientOptions, _ command: @escaping @Sendable (CacheProgram) async throws -> Void
    ) async throws {
        let environment = ProgramEnvironment(isVerbose: options.verbose, isQuiet: options.quiet)
        let address = try await environment.address(options, asks: false)
        let folder = environment.cacheFolder(options)
        let cache = await ServerCache.open(
            in: folder, for: address, imageLimit: environment.appSettings().imageLimit, report: environment.report)
        let program = CacheProgram(address: address, cache: cache, folder: folder, environment: environment)
        try await EndSignals.cancelling {
            try await command(program)
        } orderlyEnd: {
            do {
                try await cache.close()
            } catch {
                environment.report(error)
            }
        }
    }

    /// Makes sure that this program may write to the cache.
    /// - Throws: ``ProgramError`` of status ``ExitStatus/cacheFailed`` if the cache on disk can't be written to.
    func requireWriter() async throws {
        switch await cache.access() {
        case .writer: return
        case .reader(let error), .memory(let error): throw programError(for: error, .cacheUnwritable)
        }
    }

    func content() async -> Content {
        do {
            return try await cache.retrieve() == nil ? .nothing : .feed
        } catch {
            return .unreadable
        }
    }

    /// Returns the number of bytes that clearing frees; 0 if it can't be read from a damaged database.
    func bytesToFree() async -> Int {
        do {
            return try await cache.status().bytesFreedByClearing
        } catch {
            return 0
        }
    }

    /// Returns the error that ends the program: `CancellationError` unchanged, everything else as a ``ProgramError``.
    func programError(for error: any Error, _ key: ProgramStrings) -> any Error {
        if error is CancellationError { return error }
        environment.report(error)
        return switch (error as? StoreError)?.kind {
        case .inUse: environment.error(.cacheFailed, .cacheInUse)
        case .newerVersion: environment.error(.cacheFailed, .cacheNotChanged)
        default: environment.error(.cacheFailed, key, TerminalText.line(folder.path(percentEncoded: false)))
        }
    }
}
