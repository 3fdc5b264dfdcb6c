import EssentialFeed
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Synchronization

/// The service that reads the folder, binds the address and serves until its group shuts down.
struct PhotoService: Service {
    let configuration: PhotoServerConfiguration
    let logger: Logger
    let threads: NIOThreadPool
    let onAccepting: @Sendable (ServedFolder) async -> Void

    /// The minimum number of files for which the progress of reading is logged.
    private static let manyFiles = 1_000
    /// The number of descriptors reserved for the listening socket, files and everything else that the process opens.
    private static let reservedDescriptors = 64

    func run() async throws {
        let access = try await access()
        let certificate = try await certificate()
        let progress = Mutex(PhotoIndexer.Progress(filesToRead: 0))
        let indexer = PhotoIndexer(
            folder: configuration.folder, stateFolder: configuration.stateFolder, zone: configuration.timeZone,
            threads: threads
        ) { [logger] new in
            let isStart = progress.withLock { progress in
                defer { progress = new }
                return progress.filesToRead == 0
            }
            if isStart, new.filesToRead >= Self.manyFiles { logger.notice("reading \(new.filesToRead) files") }
        }
        let result: PhotoIndexer.Result
        do {
            result = try await cancelWhenGracefulShutdown { try await indexer.build() }
        } catch is CancellationError {
            let progress = progress.withLock { $0 }
            if progress.filesToRead >= Self.manyFiles {
                logger.notice(
                    "read \(progress.filesRead) of \(progress.filesToRead) files; the next start continues from there")
            }
            return
        }
        for line in IndexNotice.lines(result.notices) { logger.notice("\(line)") }
        do {
            try await application(serving: result.index, access: access, certificate: certificate).run()
        } catch {
            throw Self.startError(error, configuration) ?? error
        }
    }

    /// Returns the access control.
    /// - Throws: ``PhotoServerError`` or ``AccessError`` if the server must not start.
    private func access() async throws -> ServerAccess {
        let limits = configuration.requestLimits
        if configuration.isPublic { return ServerAccess(open: limits) }
        let isReachable = try await isReachable()
        guard let folder = configuration.stateFolder else {
            if isReachable { throw AccessError.noStateFolder }
            return ServerAccess(open: limits)
        }
        let access = try await threads.runIfActive { [logger, threads] in
            try ServerAccess(
                TokenFile(in: folder), rule: isReachable ? .invited : .everybodyUntilInvitation, limits: limits,
                threads: threads, logger: logger)
        }
        if isReachable, !access.control.hasTokens {
            throw PhotoServerError.nobodyInvited(address: configuration.publicAddress?.displayText)
        }
        return access
    }

    private func certificate() async throws -> ServerCertificate? {
        guard let files = configuration.certificate else { return nil }
        do {
            return try await threads.runIfActive { [logger] in try ServerCertificate(files, logger: logger) }
        } catch let error as CertificateError {
            throw PhotoServerError.unusableCertificate(error)
        }
    }

    /// Returns whether other machines may reach the server, directly or through a proxy.
    private func isReachable() async throws -> Bool {
        if let address = configuration.publicAddress, !address.isOnlyForThisMachine { return true }
        let (host, port) = (configuration.host, configuration.port)
        if PhotoServerConfiguration.isWildcard(host) { return true }
        do {
            let address = try await threads.runIfActive { try SocketAddress.makeAddressResolvingHost(host, port: port) }
            return address.ipAddress?.isLoopback != true
        } catch {
            throw PhotoServerError.cannotListen(host: host, port: port, error)
        }
    }

    /// Returns the application that serves the index as soon as it knows its address.
    /// - Parameter certificate: What connections are encrypted with; `nil` if they aren't encrypted.
    private func application(
        serving index: PhotoIndex, access: ServerAccess, certificate: ServerCertificate?
    ) -> some ApplicationProtocol {
        let responder = PhotoResponder(
            basePath: configuration.basePath, images: ImageResponder(threads: threads))
        let (limits, log) = (configuration.limits, AccessLog(logger: logger))
        let places = ConnectionPlaces(
            maximum: Self.connections(limits), maximumByAddress: limits.connectionsByAddress,
            isBehindProxy: configuration.publicAddress != nil)
        return Application(
            responder: AuthorizingResponder(
                access: access, clients: ClientAddress(isBehindProxy: configuration.publicAddress != nil),
                photos: responder),
            server: HTTPServerBuilder { responder in
                GuardedHTTP1Channel(
                    responder: responder, limits: limits, log: log, places: places, certificate: certificate)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port)),
            onServerRunning: { channel in await start(responder, serving: index, at: channel.localAddress) },
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

    private func start(_ responder: PhotoResponder, serving index: PhotoIndex, at local: SocketAddress?) async {
        let port = local?.port ?? configuration.port
        do {
            let bound = try configuration.boundAddress(port: port)
            let isGuarded = configuration.publicAddress == nil && local?.ipAddress?.isLoopback == true
            responder.serve(
                PreparedPhotos(index, address: configuration.publicAddress ?? bound),
                only: isGuarded ? OwnNames(host: configuration.host, port: port) : nil)
            await saveAddress(configuration.publicAddress ?? bound)
            guard let url = URL(string: bound.displayText) else { throw PhotoServerConfigurationError.port(port) }
            await onAccepting(
                ServedFolder(
                    address: url, publicAddress: configuration.publicAddress.flatMap { URL(string: $0.displayText) },
                    photoCount: index.photos.count))
        } catch {
            logger.error("cannot make a URL from the address: \(error)")
        }
    }

    /// Saves the address for the links of later invitations.
    private func saveAddress(_ address: ServerAddress) async {
        guard let folder = configuration.stateFolder else { return }
        do {
            try await threads.runIfActive { try PublicAddressFile(in: folder).write(address) }
        } catch {
            logger.warning("cannot save the server's address for invitations: \(error)")
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
