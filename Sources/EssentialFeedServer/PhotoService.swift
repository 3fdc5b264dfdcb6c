import EssentialFeed
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// The service that binds the address, reads and follows the folder, and serves until its group shuts down.
struct PhotoService: Service {
    let configuration: PhotoServerConfiguration
    let logger: Logger
    let threads: NIOThreadPool
    let onAccepting: @Sendable (ServedFolder) async -> Void

    /// The number of descriptors reserved for the listening socket, files and everything else that the process opens.
    private static let reservedDescriptors = 64

    func run() async throws {
        let source: PhotoSource
        do {
            source = try await threads.runIfActive { [configuration, logger] in
                try PhotoSource(configuration, logger: logger)
            }
        } catch is CancellationError {
            return
        }
        let isReady = Signal()
        do {
            try await withThrowingTaskGroup { group in
                group.addTask {
                    try await cancelWhenGracefulShutdown {
                        try await source.photos.run { if $0 == .firstPart { isReady.send() } }
                    }
                }
                group.addTask { try await application(serving: source, isReady: isReady).run() }
                // The import ends with the server, and the server only once its responses are complete.
                while try await group.next() != nil {}
            }
        } catch {
            throw Self.startError(error, configuration) ?? error
        }
    }

    /// Returns the application that serves the photos as soon as it knows its address and the first of them.
    func application(serving source: PhotoSource, isReady: Signal) -> some ApplicationProtocol {
        let responder = PhotoResponder(
            basePath: configuration.basePath, images: ImageResponder(threads: threads))
        let (limits, log) = (configuration.limits, AccessLog(logger: logger))
        let places = ConnectionPlaces(
            maximum: Self.connections(limits), maximumByAddress: limits.connectionsByAddress,
            isBehindProxy: configuration.publicAddress != nil)
        return Application(
            responder: responder,
            server: HTTPServerBuilder { responder in
                GuardedHTTP1Channel(responder: responder, limits: limits, log: log, places: places)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port)),
            onServerRunning: { channel in
                await cancelWhenGracefulShutdown { await isReady.wait() }
                guard source.photos.condition.value.isFirstPartPublished else { return }
                await start(responder, serving: source, at: channel.localAddress)
            },
            logger: logger.quiet)
    }

    /// Returns the maximum number of connections that the process has descriptors for.
    private static func connections(_ limits: ConnectionLimits) -> Int {
        // swift-system has no `getrlimit`.
        var descriptors = rlimit()
        #if canImport(Darwin)
            let isKnown = getrlimit(RLIMIT_NOFILE, &descriptors) == 0
        #else
            let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &descriptors) == 0
        #endif
        guard isKnown else { return limits.connections }
        let free = Int(clamping: descriptors.rlim_cur) - reservedDescriptors
        return max(1, min(limits.connections, free))
    }

    private func start(_ responder: PhotoResponder, serving source: PhotoSource, at local: SocketAddress?) async {
        let port = local?.port ?? configuration.port
        do {
            let bound = try configuration.boundAddress(port: port)
            let isGuarded = configuration.publicAddress == nil && local?.ipAddress?.isLoopback == true
            responder.serve(
                FeedPages(source.catalog, threads: threads),
                links: ImageLinks(address: configuration.publicAddress ?? bound),
                only: isGuarded ? OwnNames(host: configuration.host, port: port) : nil)
            guard let url = URL(string: bound.displayText) else { throw PhotoServerConfigurationError.port(port) }
            await onAccepting(
                ServedFolder(
                    address: url, publicAddress: configuration.publicAddress.flatMap { URL(string: $0.displayText) },
                    photoCount: try source.catalog.photoCount(),
                    isComplete: source.photos.condition.value.isComplete))
        } catch {
            logger.error("cannot serve at this address: \(error)")
        }
    }

    private static func startError(_ error: any Error, _ configuration: PhotoServerConfiguration) -> PhotoServerError? {
        let (host, port) = (configuration.host, configuration.port)
        switch error {
        case let error as IOError where error.errnoCode == EADDRINUSE: return .portTaken(host: host, port: port)
        case is IOError, is SocketAddressError, is NIOConnectionError:
            return .cannotListen(host: host, port: port, error)
        default: return nil
        }
    }
}
