public import EssentialFeed
public import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// A server that publishes a folder of photos as a feed.
///
/// The server follows what changes in the folder, and never writes to it. Blocking file access happens on thread pools.
public struct PhotoServer: Sendable {
    private let service: PhotoService
    private let metricsService: MetricsService?
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
        self.init(
            configuration: configuration, logger: logger, threads: .singleton, onLeftOut: onLeftOut,
            onAccepting: onAccepting)
    }

    init(
        configuration: PhotoServerConfiguration, logger: Logger, threads: NIOThreadPool,
        onLeftOut: (@Sendable (LeftOutFiles) -> Void)? = nil,
        onAccepting: @escaping @Sendable (ServedFolder) async -> Void
    ) {
        let metrics = configuration.metricsPort.map { _ in
            PrometheusMetrics(
                descriptions: RequestMetrics.descriptions.merging(FolderMetrics.descriptions) { $1 })
        }
        let folderMetrics = metrics.map { FolderMetrics(factory: $0) }
        service = PhotoService(
            configuration: configuration, logger: logger, threads: threads,
            metrics: metrics.map { RequestMetrics(factory: $0, basePath: configuration.basePath) },
            folderMetrics: folderMetrics, onLeftOut: onLeftOut, onAccepting: onAccepting)
        metricsService = metrics.map {
            MetricsService(
                port: configuration.metricsPort ?? 0, metrics: $0, folder: folderMetrics, threads: threads,
                logger: logger)
        }
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
        let services: [any Service] = [service] + (metricsService.map { [$0] } ?? [])
        var configuration = ServiceGroupConfiguration(
            services: services.map { .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup) },
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
    /// Another program listens on the port for the metrics.
    case metricsPortTaken(Int)
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
        case .metricsPortTaken(let port):
            Message(
                "port \(port) for the metrics is already taken; choose another with --metrics-port, or 0 for a free one"
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

/// The service that lets a program on this machine read the metrics, at `/metrics`.
struct MetricsService: Service {
    static let host = "127.0.0.1"
    private static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    let port: Int
    let metrics: PrometheusMetrics
    let folder: FolderMetrics?
    let threads: NIOThreadPool
    let logger: Logger

    func run() async throws {
        let responder = CallbackResponder { (request: Request, _: BasicRequestContext) in
            await response(to: request)
        }
        let application = Application(
            responder: responder,
            configuration: ApplicationConfiguration(address: .hostname(Self.host, port: port)),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? port
                logger.notice("metrics at http://\(Self.host):\(port)/metrics")
            },
            logger: logger.quiet)
        do {
            try await application.run()
        } catch {
            throw Self.startError(error, port) ?? error
        }
    }

    /// Returns an error that keeps the service from listening, in words for people.
    static func startError(_ error: any Error, _ port: Int) -> PhotoServerError? {
        guard let error = error as? IOError else { return nil }
        return error.errnoCode == EADDRINUSE
            ? .metricsPortTaken(port) : .cannotListen(host: host, port: port, error)
    }

    private func response(to request: Request) async -> Response {
        let isHead = request.method == .head
        // A web page may point its own host name at this machine.
        if let authority = request.head.authority, !OwnNames(host: Self.host, port: nil).contains(authority) {
            return Problem.misdirected.response(isHead: isHead)
        }
        guard request.uri.path == "/metrics" else { return Problem.noSuchPath.response(isHead: isHead) }
        guard isHead || request.method == .get else { return Problem.methodNotAllowed.response(isHead: false) }
        await updateFolder()
        var headers = HTTPFields()
        headers[.contentType] = Self.mediaType
        headers[.cacheControl] = "no-store"
        headers[.xContentTypeOptions] = "nosniff"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: metrics.text)))
            .forHead(isHead)
    }

    /// Reads the numbers of the folder. After an error, the last numbers stay.
    private func updateFolder() async {
        do {
            try await threads.runIfActive { [folder] in try folder?.update() }
        } catch {
            logger.warning("can’t read the index for the metrics: \(error)")
        }
    }
}
