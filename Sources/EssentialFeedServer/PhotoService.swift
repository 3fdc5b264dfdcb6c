import EssentialFeed
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Reads the folder, binds the address and serves, until the group it belongs to ends.
struct PhotoService: Service {
    let configuration: PhotoServerConfiguration
    let logger: Logger
    let threads: NIOThreadPool
    let onAccepting: @Sendable (ServedFolder) async -> Void

    /// So many files take a while to read, which is said.
    private static let manyFiles = 1_000
    /// Descriptors that are left for the listening socket, the files and whatever else the process has open.
    private static let reservedDescriptors = 64

    func run() async throws {
        let progress = Mutex(PhotoIndexer.Progress(filesToRead: 0))
        let indexer = PhotoIndexer(
            folder: configuration.folder, stateFolder: configuration.stateFolder, zone: configuration.timeZone,
            threads: threads
        ) { [logger] new in
            let isStart = new.filesRead == 0
            progress.withLock { $0 = new }
            if isStart, new.filesToRead >= Self.manyFiles { logger.notice("reading \(new.filesToRead) files") }
        }
        let result: PhotoIndexer.Result
        do {
            result = try await cancelWhenGracefulShutdown { try await indexer.build() }
        } catch is CancellationError {
            // Told to end before it began.
            let progress = progress.withLock { $0 }
            if progress.filesToRead >= Self.manyFiles {
                logger.notice(
                    "\(progress.filesRead) of \(progress.filesToRead) files are read; the next start goes on there")
            }
            return
        }
        for line in IndexNotice.lines(result.notices) { logger.notice("\(line)") }
        do {
            try await application(serving: result.index).run()
        } catch {
            throw Self.startError(error, configuration) ?? error
        }
    }

    /// The application that serves the index once it knows its address.
    func application(serving index: PhotoIndex) -> some ApplicationProtocol {
        let responder = PhotoResponder(
            basePath: configuration.basePath, images: ImageResponder(threads: threads))
        var quiet = logger
        quiet.logLevel = max(.warning, logger.logLevel)
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
            onServerRunning: { channel in await start(responder, serving: index, at: channel.localAddress) },
            logger: quiet)
    }

    /// As many as are allowed and the process has descriptors for.
    private static func connections(_ limits: PhotoServerConfiguration.Limits) -> Int {
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

    private func start(_ responder: PhotoResponder, serving index: PhotoIndex, at local: SocketAddress?) async {
        let port = local?.port ?? configuration.port
        do {
            let bound = try configuration.boundAddress(port: port)
            let isGuarded = configuration.publicAddress == nil && local?.isLoopback == true
            responder.serve(
                PreparedPhotos(index, address: configuration.publicAddress ?? bound),
                only: isGuarded ? OwnNames(host: configuration.host, port: port) : nil)
            guard let url = URL(string: bound.displayText) else { throw PhotoServerConfiguration.Mistake.port(port) }
            await onAccepting(
                ServedFolder(
                    address: url, publicAddress: configuration.publicAddress.flatMap { URL(string: $0.displayText) },
                    photoCount: index.photos.count))
        } catch {
            logger.error("the address that is listened on makes no URL: \(error)")
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
