public import EssentialFeed
public import Foundation
public import Logging
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// A server that publishes a folder of photos as a feed.
///
/// The server follows what changes in the folder, and never writes to it. Blocking file access happens on thread pools.
public struct PhotoServer: Sendable {
    private let service: PhotoService
    private let logger: Logger
    private let shutdownLimit: Duration

    /// Creates a server, which does nothing until it runs.
    /// - Parameters:
    ///   - configuration: What the server serves, where, and to whom.
    ///   - logger: Receives a line for each finished request and for what the owner of the folder should know.
    ///   - onLeftOut: Receives the files that aren't served whenever all changes of the folder have been read. Called on
    ///     one of the server's executors.
    ///   - onAccepting: Called once, on one of the server's executors, as soon as the server accepts requests.
    public init(
        configuration: PhotoServerConfiguration, logger: Logger,
        onLeftOut: (@Sendable (LeftOutFiles) -> Void)? = nil,
        onAccepting: @escaping @Sendable (ServedFolder) async -> Void
    ) {
        service = PhotoService(
            configuration: configuration, logger: logger, threads: .singleton, onLeftOut: onLeftOut,
            onAccepting: onAccepting)
        self.logger = logger
        shutdownLimit = configuration.limits.shutdown
    }

    /// Serves until the process receives SIGTERM or SIGINT, then completes the responses in progress within
    /// ``ConnectionLimits/shutdown``.
    /// - Throws: ``PhotoFolderError`` or ``PhotoServerError`` if the server can't start; `CancellationError`.
    public func run() async throws {
        try await run(group(endingOn: [.sigterm, .sigint]))
    }

    /// Serves until the closure returns, then completes the responses in progress within
    /// ``ConnectionLimits/shutdown``.
    /// - Parameter end: Runs in a separate task, which is cancelled if the server ends first.
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

    /// Goes through a start without serving: continues after an error, and changes nothing on the disk.
    /// - Returns: The problems that keep the server from starting, in the order of the start; what it would serve if there
    ///   are none.
    /// - Throws: `CancellationError`.
    public func check() async throws -> (problems: [any Error], served: ServedFolder?) {
        try await service.check()
    }

    /// Returns the server as a service group that shuts down gracefully on any of the signals.
    func group(endingOn signals: [UnixSignal] = []) -> ServiceGroup {
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)],
            gracefulShutdownSignals: signals, logger: logger.quiet)
        configuration.maximumGracefulShutdownDuration = shutdownLimit
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

/// The addresses and the size of a folder that a ``PhotoServer`` serves.
public struct ServedFolder: Hashable, Sendable {
    /// The base of the server's URLs at the address that it listens on.
    public let address: URL
    /// The public base of the server's URLs, or `nil` if the configuration has none.
    public let publicAddress: URL?
    /// The number of photos in the feed so far.
    public let photoCount: Int
    /// Whether the whole folder has been read; otherwise more photos may follow.
    public let isComplete: Bool
}

/// The reason a server with a readable folder can't start.
public enum PhotoServerError: Error, CustomStringConvertible, TranslatedError {
    /// Another program listens on the port; it may be free later.
    case portTaken(host: String, port: Int)
    /// The host is unknown, isn't this machine, or the process may not listen on the port.
    case cannotListen(host: String, port: Int, any Error)
    /// The server can't encrypt with the certificate that it was given.
    case unusableCertificate(CertificateError)
    /// Other machines can reach the server, and no token exists.
    case nobodyInvited(address: String?)

    /// One line that says what to do.
    public var description: String { Language.english.text(message) }

    package var message: Message {
        switch self {
        case .portTaken(let host, let port):
            Message(
                "port \(port) on \(PlainText.line(host)) is already taken; choose another with --port, or 0 for a free one"
            )
        case .cannotListen(let host, let port, let error):
            Message(
                "can’t listen on \(PlainText.line(host)), port \(port): \(error); choose another with --host or --port")
        case .unusableCertificate(let error):
            error.message
        case .nobodyInvited(let address):
            Message(
                "other computers can reach this server, and no one is invited yet; invite a person with: essential-feed invite NAME --public-url \(address.map(PlainText.line) ?? "URL"), and the same --state, if any; or let anyone read the feed with --public"
            )
        }
    }
}
