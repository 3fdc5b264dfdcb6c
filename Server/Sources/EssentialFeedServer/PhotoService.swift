import EssentialFeed
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import SystemPackage

/// The service that binds the address, reads and follows the folder, and serves until its group shuts down.
struct PhotoService: Service {
    var configuration: PhotoServerConfiguration
    let logger: Logger
    private var threads = ServerThreads()
    var onLeftOut: (@Sendable (LeftOutFiles) -> Void)?
    let onAccepting: @Sendable (ServedFolder) async -> Void

    /// The number of descriptors reserved for the listening socket, files and everything else opened by the process.
    private static let reservedDescriptors = 64

    init(
        configuration: PhotoServerConfiguration, logger: Logger, onLeftOut: (@Sendable (LeftOutFiles) -> Void)? = nil,
        onAccepting: @escaping @Sendable (ServedFolder) async -> Void
    ) {
        (self.configuration, self.logger) = (configuration, logger)
        (self.onLeftOut, self.onAccepting) = (onLeftOut, onAccepting)
    }

    func run() async throws {
        try await withThreads { try await $0.serve() }
    }

    private func withThreads<Value: Sendable>(
        _ work: @Sendable (PhotoService) async throws -> Value
    ) async throws -> Value {
        var service = self
        service.threads = ServerThreads()
        return try await service.threads.run { [service] in try await work(service) }
    }

    private func serve() async throws {
        let access = try await access()
        defer { access.stateUse?.end() }
        let certificate = try await certificate()
        let source: PhotoSource
        do {
            source = try await openSource()
        } catch is CancellationError {
            return
        }
        configuration.originals?.serve(from: source.catalog)
        defer { configuration.originals?.serve(from: nil) }
        let isReady = Signal()
        let push = await push(source, access)
        do {
            try await withThrowingTaskGroup { group in
                group.addTask {
                    try await cancelWhenGracefulShutdown {
                        try await source.run(onLeftOut: onLeftOut) { isReady.send() }
                    }
                }
                group.addTask { await access.uses?.run() }
                let (application, begin) = application(
                    serving: source, isReady: isReady, access: access, certificate: certificate, push)
                group.addTask { await begin() }
                group.addTask { await push?.notifyPeople.run() }
                group.addTask {
                    defer {
                        access.uses?.end()
                        push?.notifyPeople.end()
                    }
                    try await application.run()
                }
                // The server ends once its responses are complete; the other tasks end with it.
                while try await group.next() != nil {}
            }
        } catch {
            throw Self.startError(error, configuration) ?? error
        }
    }

    /// - Throws: ``PhotoFolderError``, ``PhotoServerError``, ``FriendsFileError``, ``EarlierVersionError``.
    func openSource() async throws -> PhotoSource {
        try await threads.files.runIfActive { [configuration, threads, logger] in
            do {
                return try PhotoSource(configuration, threads: threads.files, logger: logger)
            } catch CatalogError.inUse {
                throw PhotoServerError.folderInUse(configuration.folder)
            } catch is EarlierVersionError, FriendsFileError.earlierVersion {
                // A check opens copies, whose paths say nothing.
                throw EarlierVersionError(path: configuration.stateFolder?.path(percentEncoded: false) ?? "")
            }
        }
    }

    /// - Throws: ``PhotoServerError`` or ``AccessError`` if the server must not start.
    private func access() async throws -> ServerAccess {
        let (file, rule) = try await tokens()
        return try await threads.files.runIfActive { [configuration, threads, logger] in
            let tokens = try file?.tokens() ?? []
            let state = AccessState(tokens: tokens, rule: rule, limits: configuration.requestLimits)
            return try ServerAccess(
                state, of: file, in: configuration.stateFolder, threads: threads.files, logger: logger)
        }
    }

    /// Returns the token file, unless access is open, and who may read the feed.
    /// - Throws: ``PhotoServerError`` or ``AccessError`` if the server must not start.
    func tokens() async throws -> (file: TokenFile?, rule: AccessRule) {
        guard !configuration.isPublic else { return (nil, .everybody) }
        let isReachable = try await isReachable()
        guard let folder = configuration.stateFolder else {
            if isReachable { throw AccessError.noStateFolder }
            return (nil, .owner(ownerKey()))
        }
        let file = TokenFile(in: folder)
        let (wasMade, hasTokens) = try await threads.files.runIfActive { try (file.exists(), !file.tokens().isEmpty) }
        if isReachable, !hasTokens {
            throw PhotoServerError.nobodyInvited(address: configuration.publicAddress?.displayText)
        }
        guard isReachable || wasMade else { return (file, .owner(ownerKey())) }
        if !hasTokens {
            logger.warning("no one is invited, so all requests are refused; invite someone with essential-feed invite")
        }
        return (file, .invited)
    }

    private func ownerKey() -> OwnerKey {
        OwnerKey(secret: configuration.ownerSecret ?? .random(), at: configuration.now())
    }

    func certificate() async throws -> ServerCertificate? {
        guard let files = configuration.certificate else { return nil }
        do {
            return try await threads.files.runIfActive { [logger] in try ServerCertificate(files, logger: logger) }
        } catch let error as CertificateError {
            throw PhotoServerError.unusableCertificate(error)
        }
    }

    private func isReachable() async throws -> Bool {
        do {
            return try await threads.files.runIfActive { [configuration] in try configuration.isReachable() }
        } catch {
            throw Self.startError(error, configuration)
                ?? PhotoServerError.cannotListen(host: configuration.host, port: configuration.port, error)
        }
    }

    /// Returns the application, and a call that lets it serve once it has its address and the first photos have been
    /// read. Until then, it reports that it is starting.
    func application(
        serving source: PhotoSource, isReady: Signal, access: ServerAccess, certificate: ServerCertificate?,
        _ push: PushMessages? = nil
    ) -> (some ApplicationProtocol, begin: @Sendable () async -> Void) {
        let responder = RoutingResponder(
            basePath: configuration.basePath,
            images: ImageResponder(source: source.images, timeZone: configuration.timeZone),
            isReady: { await source.isReadable() })
        let limits = configuration.limits
        let reader = BodyReader(timeLimit: TimeAmount(limits.requestHead), publicAddress: configuration.publicAddress)
        let clients = ClientAddress(isBehindProxy: configuration.publicAddress != nil)
        let log = AccessLog(logger: logger, clients: configuration.logsAddresses ? clients : nil)
        let signIn = signIn(source)
        let location = AddressedLocation(
            host: configuration.host, isWildcard: PhotoServerConfiguration.isWildcard(configuration.host),
            publicAddress: configuration.publicAddress, basePath: configuration.basePath,
            isOnlySecure: configuration.isOnlySecure)
        let slots = ConnectionSlots(
            maximum: Self.connections(limits), maximumByAddress: limits.connectionsByAddress,
            isBehindProxy: configuration.publicAddress != nil, log: log,
            friends: { [control = access.control] in control.friends })
        let authorizing = AuthorizingResponder(
            access: access, clients: clients, routing: responder,
            photoReceiver: PhotoReceiver(bodyReader: reader, limits: limits, threads: threads.files), signIn: signIn)
        let (channels, running) = AsyncStream.makeStream(of: (any Channel).self)
        let application = Application(
            // Twice, because failures become pages, and reading a form for its page may fail, too.
            responder: FailureResponder(
                responder: NoticePageResponder(
                    responder: FailureResponder(
                        responder: MeteredResponder(
                            responder: CompressingResponder(
                                responder: AddressedResponder(
                                    SignInResponder(
                                        authorizing: authorizing, path: configuration.pagePath,
                                        appearance: source.appearance, logger: logger),
                                    at: location, logger: logger),
                                threads: threads.pages, access: access.control, clients: clients),
                            access: access.control, clients: clients), logger: logger),
                    bodyReader: reader, basePath: configuration.basePath, pagePath: configuration.pagePath,
                    appearance: source.appearance, chosenLanguage: { authorizing.language(of: $0) }), logger: logger),
            server: HTTPServerBuilder { responder in
                GuardedHTTP1Channel(
                    responder: responder, limits: limits, log: log, slots: slots, certificate: certificate)
            },
            configuration: ApplicationConfiguration(address: .hostname(configuration.host, port: configuration.port)),
            // No connection is answered until this returns.
            onServerRunning: { running.yield($0) },
            logger: logger.quiet)
        let begin = { @Sendable in
            let channel = await cancelWhenGracefulShutdown { () -> (any Channel)? in
                for await channel in channels {
                    await isReady.wait()
                    return channel
                }
                return nil
            }
            guard let channel, source.photos.condition.value.isFirstPartPublished else { return }
            await start(responder, serving: source, signIn, at: channel.localAddress, access, push)
        }
        return (application, begin)
    }

    private static func connections(_ limits: ConnectionLimits) -> Int {
        // swift-system has no `getrlimit`.
        var descriptors = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &descriptors) == 0 else {
            return limits.connections
        }
        let free = Int(clamping: descriptors.rlim_cur) - reservedDescriptors
        return max(1, min(limits.connections, free))
    }

    private func start(
        _ responder: RoutingResponder, serving source: PhotoSource, _ signIn: BrowserSignIn?, at local: SocketAddress?,
        _ access: ServerAccess, _ push: PushMessages?
    ) async {
        let port = local?.port ?? configuration.port
        do {
            let bound = try configuration.boundAddress(port: port)
            let address = configuration.publicAddress ?? bound
            warnOfPublicURL(listeningAt: local)
            signIn?.move(to: address)
            let friends = source.friends.map { useCases($0, source, push) }
            let settings = PageResponder.Settings(
                path: configuration.pagePath, timeZone: configuration.timeZone, appearance: source.appearance,
                servesOriginals: configuration.servesOriginals, logger: logger,
                colours: { [control = access.control] in control.colours })
            let content = RoutingResponder.Served(
                photos: FeedResponder(
                    photos: source.published, base: address.displayText, threads: threads.files,
                    servesOriginals: configuration.servesOriginals, title: { source.appearance.title }),
                comments: CommentsResponder(
                    loadConversation: friends?.loadConversation
                        ?? LoadConversation(photos: source.published, friends: nil),
                    threads: threads.pages, logger: logger),
                pages: PageResponder(
                    source.published, friends: friends, people: people(source, signIn), settings: settings,
                    threads: threads),
                friends: friends.map { FriendsResponder(friends: $0, threads: threads, logger: logger) },
                links: ImageLinks(address: address))
            responder.serve(content)
            await saveAddress(address)
            await onAccepting(try served(source, at: bound, ownerLink: access.control.ownerKey?.link(to: address)))
        } catch {
            logger.error("can't serve at this address: \(error)")
        }
    }

    private func warnOfPublicURL(listeningAt local: SocketAddress?) {
        if let warning = configuration.publicURLWarning(listeningAt: local) { logger.warning("\(warning)") }
    }

    private func signIn(_ source: PhotoSource) -> BrowserSignIn? {
        guard let address = configuration.pageAddress else { return nil }
        return BrowserSignIn(source.friends, at: address, threads: threads.writes, now: configuration.now)
    }

    private func people(_ source: PhotoSource, _ signIn: BrowserSignIn?) -> PeopleResponder? {
        guard !configuration.isPublic, let folder = configuration.stateFolder, let friends = source.friends, let signIn
        else { return nil }
        return PeopleResponder(
            photos: PhotosWithFriends(folder: source.catalog, friends: friends), tokens: TokenFile(in: folder),
            loadAppearance: source.appearance, signIn: signIn, links: NewLinks(now: signIn.now), threads: threads.pages,
            logger: logger)
    }

    private func useCases(_ friends: any FriendsStore, _ source: PhotoSource, _ push: PushMessages?) -> FriendsUseCases
    {
        let limiter = WriteLimiter(posts: configuration.postLimits)
        let useCases = FriendsUseCases(
            photos: PhotosWithFriends(folder: source.catalog, friends: friends), encoder: source.encoder,
            limiter: limiter, threads: threads.writes, now: configuration.now)
        return push.map { $0.adding(to: useCases, friends, limiter) } ?? useCases
    }

    private func push(_ source: PhotoSource, _ access: ServerAccess) async -> PushMessages? {
        do {
            return try await threads.files.runIfActive { [configuration, threads, logger] in
                try PushMessages(configuration, source, access.control, threads: threads.files, logger: logger)
            }
        } catch {
            logger.warning("browsers get no notifications: \(error)")
            return nil
        }
    }

    func served(_ source: PhotoSource, at bound: ServerAddress, ownerLink: String? = nil) throws -> ServedFolder {
        guard let url = URL(string: bound.displayText) else {
            throw PhotoServerConfigurationError.host(configuration.host)
        }
        return ServedFolder(
            address: url, publicAddress: configuration.publicAddress.flatMap { URL(string: $0.displayText) },
            ownerLink: ownerLink,
            photoCount: try source.published.photoCount(), isComplete: source.photos.condition.value.isComplete)
    }

    private func saveAddress(_ address: ServerAddress) async {
        guard let folder = configuration.stateFolder else { return }
        do {
            try await threads.files.runIfActive { try PublicAddressFile(in: folder).write(address) }
        } catch {
            logger.warning("can't save the server's address for invitations: \(error)")
        }
    }

    /// Returns the reason the server can't listen, in words for people.
    static func startError(_ error: any Error, _ configuration: PhotoServerConfiguration) -> PhotoServerError? {
        let (host, port) = (configuration.host, configuration.port)
        switch error {
        case let error as IOError:
            switch error.errnoCode {
            case EADDRINUSE: return .portTaken(host: host, port: port)
            case EADDRNOTAVAIL: return .notThisMachine(host: host)
            case EACCES where port < 1_024: return .portNotPermitted(port)
            // The error's own description names a function of SwiftNIO.
            case let code: return .cannotListen(host: host, port: port, Errno(rawValue: code))
            }
        case is SocketAddressError.UnknownHost: return .notThisMachine(host: host)
        case is SocketAddressError, is NIOConnectionError: return .cannotListen(host: host, port: port, error)
        default: return nil
        }
    }

    /// Performs the steps of ``run()`` up to the first request, continues after an error, and changes nothing on the
    /// disk.
    /// - Returns: The problems, in the order of the steps; what the server would serve if there are none.
    /// - Throws: `CancellationError`.
    func check() async throws -> (problems: [any Error], served: ServedFolder?) {
        try await withThreads { try await $0.goThroughStart() }
    }

    private func goThroughStart() async throws -> (problems: [any Error], served: ServedFolder?) {
        let copy = FileManager.default.temporaryDirectory.appending(
            path: "essential-feed-\(UUID().uuidString)", directoryHint: .isDirectory)
        defer { FilePath(copy.path(percentEncoded: false)).removeTree() }
        var problems: [any Error] = []
        @discardableResult
        func attempt<Value>(_ step: () async throws -> Value) async -> Value? {
            do {
                return try await step()
            } catch {
                problems.append(Self.startError(error, configuration) ?? error)
                return nil
            }
        }
        var reading = self
        reading.configuration.indexCopy = copy
        await attempt { try await tokens() }
        await attempt { try await certificate() }
        let source = await attempt { [reading] in try await reading.openSource() }
        let channel = await attempt { try await listen(configuration.host, configuration.port) }
        let local = channel?.localAddress
        try await channel?.close()
        try Task.checkCancellation()
        guard problems.isEmpty, let source else { return (problems, nil) }
        warnOfPublicURL(listeningAt: local)
        try await source.readOnce()
        try Task.checkCancellation()
        let bound = try configuration.boundAddress(port: local?.port ?? configuration.port)
        return ([], try served(source, at: bound))
    }

    private func listen(_ host: String, _ port: Int) async throws -> any Channel {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1).bind(host: host, port: port).get()
    }
}
