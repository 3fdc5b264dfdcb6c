public import Foundation
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// Serves the contract over a folder of photos.
///
/// The folder is read once, at the start, and never written; a restart picks up what changed. Blocking file access
/// happens on a thread pool.
public struct PhotoServer: Sendable {
    private let service: PhotoService
    private let logger: Logger
    private let shutdownLimit: Duration

    /// - Parameters:
    ///   - logger: gets one line a finished request, and what the owner of the folder should know.
    ///   - onAccepting: called once, as soon as a request would be answered.
    public init(
        configuration: PhotoServerConfiguration, logger: Logger,
        onAccepting: @escaping @Sendable (ServedFolder) async -> Void
    ) {
        self.init(
            configuration: configuration, logger: logger, threads: .singleton, onAccepting: onAccepting)
    }

    init(
        configuration: PhotoServerConfiguration, logger: Logger, threads: NIOThreadPool,
        onAccepting: @escaping @Sendable (ServedFolder) async -> Void
    ) {
        service = PhotoService(
            configuration: configuration, logger: logger, threads: threads, onAccepting: onAccepting)
        self.logger = logger
        shutdownLimit = configuration.limits.shutdown
    }

    /// Serves until the process is told to end by SIGTERM or SIGINT, then finishes what is running, for 10 s at most.
    /// - Throws: a ``PhotoServerError`` when the server cannot start; `CancellationError`.
    public func run() async throws {
        try await run(group(endingOn: [.sigterm, .sigint]))
    }

    /// Serves until the closure returns, then finishes what is running, for 10 s at most.
    /// - Throws: a ``PhotoServerError`` when the server cannot start; `CancellationError`.
    public func run(until isToEnd: @escaping @Sendable () async -> Void) async throws {
        let group = group()
        let end = Task {
            await isToEnd()
            await group.triggerGracefulShutdown()
        }
        defer { end.cancel() }
        try await run(group)
    }

    /// The server as a group of services that ends when it is told to, or on a signal.
    func group(endingOn signals: [UnixSignal] = []) -> ServiceGroup {
        var quiet = logger
        quiet.logLevel = max(.warning, logger.logLevel)
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)],
            gracefulShutdownSignals: signals, logger: quiet)
        configuration.maximumGracefulShutdownDuration = shutdownLimit
        return ServiceGroup(configuration: configuration)
    }

    func run(_ group: ServiceGroup) async throws {
        do {
            try await group.run()
        } catch is CancellationError where !Task.isCancelled {
            // The time for the end was over, and what was still running was stopped.
        }
    }
}

/// What a ``PhotoServer`` serves once it listens.
public struct ServedFolder: Hashable, Sendable {
    /// The base of the server's URLs at the address it listens on.
    public let address: URL
    /// The base of its URLs as clients see it, where it was given one.
    public let publicAddress: URL?
    /// How many photos are in the feed.
    public let photoCount: Int
}
