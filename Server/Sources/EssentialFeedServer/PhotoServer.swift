public import Foundation
public import Logging
import ServiceLifecycle
import UnixSignals

/// A server that publishes a folder of photos as a feed.
///
/// The server follows what changes in the folder, and never writes to it. Blocking file access happens on thread pools.
public struct PhotoServer: Sendable {
    private let service: PhotoService

    /// Creates a server, which does nothing until it runs.
    /// - Parameters:
    ///   - configuration: What the server serves, where, and to whom.
    ///   - logger: Receives a line for each finished request and notices for the folder's owner.
    ///   - onLeftOut: Receives the files that aren't served whenever all changes of the folder have been read. Called
    ///     on one of the server's executors.
    ///   - onAccepting: Called once, on one of the server's executors, as soon as the server accepts requests.
    public init(
        configuration: PhotoServerConfiguration, logger: Logger,
        onLeftOut: (@Sendable (LeftOutFiles) -> Void)? = nil,
        onAccepting: @escaping @Sendable (ServedFolder) async -> Void
    ) {
        service = PhotoService(
            configuration: configuration, logger: logger, onLeftOut: onLeftOut, onAccepting: onAccepting)
    }

    /// Serves until the process receives SIGTERM or SIGINT, then completes the responses in progress within
    /// ``ConnectionLimits/shutdown``.
    /// - Throws: ``PhotoFolderError`` or ``PhotoServerError`` if the server can't start; `CancellationError`.
    public func run() async throws {
        try await run(group(endingOn: [.sigterm, .sigint]))
    }

    /// Serves until the closure returns, then completes the responses in progress within
    /// ``ConnectionLimits/shutdown``.
    /// - Parameter end: Runs in a separate task, cancelled if the server ends first.
    /// - Throws: ``PhotoFolderError`` or ``PhotoServerError`` if the server can't start; `CancellationError`.
    public func run(until end: @escaping @Sendable () async -> Void) async throws {
        let group = group()
        let task = Task {
            await end()
            await group.triggerGracefulShutdown()
        }
        defer { task.cancel() }
        try await run(group)
    }

    /// Tries a start without serving: continues after an error, and changes nothing on the disk.
    /// - Returns: The problems that prevent a start, in the order of the start; what it would serve if there are none.
    /// - Throws: `CancellationError`.
    public func check() async throws -> (problems: [any Error], served: ServedFolder?) {
        try await service.check()
    }

    /// Returns the server as a service group that shuts down gracefully on any of the signals.
    func group(endingOn signals: [UnixSignal] = []) -> ServiceGroup {
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)],
            gracefulShutdownSignals: signals, logger: service.logger.quiet)
        configuration.maximumGracefulShutdownDuration = service.configuration.limits.shutdown
        return ServiceGroup(configuration: configuration)
    }

    func run(_ group: ServiceGroup) async throws {
        do {
            try await group.run()
        } catch is CancellationError where !Task.isCancelled {
            // The shutdown ran out of time, and the group cancelled the responses in progress.
        }
    }
}

/// The addresses and the size of the folder of a ``PhotoServer``.
public struct ServedFolder: Hashable, Sendable {
    /// The base of the server's URLs at its bound address.
    public let address: URL
    /// The public base of the server's URLs, or `nil` if the configuration has none.
    public let publicAddress: URL?
    /// The link that gives a browser or program the owner's access, at the public address if there is one; `nil` if
    /// people are invited or everyone may read. Anyone with the link may do everything.
    public let ownerLink: String?
    /// The number of photos in the feed so far.
    public let photoCount: Int
    /// Whether the whole folder has been read; if not, more photos may follow.
    public let isComplete: Bool
}
