import EssentialFeed
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Reads the folder, binds the address and serves, until the group it belongs to ends.
struct PhotoService: Service {
    let configuration: PhotoServerConfiguration
    let logger: Logger
    let threads: NIOThreadPool
    let onAccepting: @Sendable (URL) async -> Void

    func run() async throws {
        let indexer = PhotoIndexer(
            folder: configuration.folder, stateFolder: configuration.stateFolder, zone: configuration.timeZone,
            threads: threads)
        let result: PhotoIndexer.Result
        do {
            result = try await cancelWhenGracefulShutdown { try await indexer.build() }
        } catch is CancellationError {
            // Told to end before it began.
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
        return Application(
            responder: responder,
            server: HTTPServerBuilder { responder in
                GuardedHTTP1Channel(responder: responder, limits: limits, log: log)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port)),
            onServerRunning: { channel in
                await start(responder, serving: index, port: channel.localAddress?.port ?? configuration.port)
            },
            logger: quiet)
    }

    private func start(_ responder: PhotoResponder, serving index: PhotoIndex, port: Int) async {
        do {
            let bound = try configuration.boundAddress(port: port)
            responder.serve(PreparedPhotos(index, address: configuration.publicAddress ?? bound))
            guard let url = URL(string: bound.displayText) else { throw PhotoServerConfiguration.Mistake.port(port) }
            await onAccepting(url)
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
