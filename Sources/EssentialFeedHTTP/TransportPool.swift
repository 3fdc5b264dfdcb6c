import AsyncHTTPClient
import EssentialFeed
import HTTPTransport
import NIOCore
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Synchronization

/// Keeps the connections: one underlying client for each way to the network, made when it is first needed, all on one
/// event loop.
final class TransportPool: Sendable {
    /// A way to the network. There are four at most: plain and secure, each direct or through its proxy.
    struct Route: Hashable, Sendable {
        let isSecure: Bool
        let proxy: ProxyServer?
    }

    /// The client was used after it had been shut down.
    struct ShutDown: Error {}

    private enum State {
        case running((any EventLoopGroup)?, [Route: AsyncHTTPClient.HTTPClient])
        case shutDown
    }

    private let settings: NetworkSettings
    private let maximumUnpackedBytes: Int
    private let timings: RequestTimings?
    private let isOwner: Bool
    private let state: Mutex<State>

    /// - Parameters:
    ///   - eventLoopGroup: whose owner outlives the pool; `nil`: the pool makes one of a single thread.
    ///   - maximumUnpackedBytes: the most bytes that any compressed body may have.
    ///   - timings: told when a request goes out over its connection.
    init(
        settings: NetworkSettings, eventLoopGroup: (any EventLoopGroup)?, maximumUnpackedBytes: Int,
        timings: RequestTimings?
    ) {
        self.settings = settings
        self.timings = timings
        self.maximumUnpackedBytes = maximumUnpackedBytes
        isOwner = eventLoopGroup == nil
        state = Mutex(.running(eventLoopGroup, [:]))
    }

    func client(for route: Route) throws -> AsyncHTTPClient.HTTPClient {
        try state.withLock { state in
            guard case .running(let group, var clients) = state else { throw ShutDown() }
            if let client = clients[route] { return client }
            let configuration = try configuration(for: route)
            let usedGroup = group ?? MultiThreadedEventLoopGroup(numberOfThreads: 1)
            let client = AsyncHTTPClient.HTTPClient(
                eventLoopGroupProvider: .shared(usedGroup), configuration: configuration)
            clients[route] = client
            state = .running(usedGroup, clients)
            return client
        }
    }

    /// The library stops the program where one of its clients is released without being shut down.
    deinit {
        guard case .running(let group, let clients) = state.withLock({ $0 }), group != nil else { return }
        let isOwner = isOwner
        Task {
            do {
                try await Self.shutDown(clients, isOwner ? group : nil) {}
            } catch {
                // The pool is gone, and with it everybody who could be given the error.
            }
        }
    }

    /// Ends all requests and connections, and the event loop where it is the pool's own. A second call does nothing.
    /// - Parameter loads: what runs on the event loop: it is ended when they have, as cancelling them needs it.
    func shutdown(after loads: RunningLoads) async throws {
        let old = state.withLock { state in
            defer { state = .shutDown }
            return state
        }
        guard case .running(let group, let clients) = old else { return }
        try await Self.shutDown(clients, isOwner ? group : nil) { await loads.wait() }
    }

    /// - Parameter wait: returns when nothing needs the event loop any more.
    private static func shutDown(
        _ clients: [Route: AsyncHTTPClient.HTTPClient], _ group: (any EventLoopGroup)?, after wait: () async -> Void
    ) async throws {
        var failures: [any Error] = []
        for client in clients.values {
            do { try await client.shutdown() } catch { failures.append(error) }
        }
        if let group {
            await wait()
            do { try await group.shutdownGracefully() } catch { failures.append(error) }
        }
        if let failure = failures.first { throw failure }
    }

    /// The reasons are facts of the library that were measured: its own repetition of connects makes a closed port take
    /// as long as the connect timeout, and its own redirects lead from `https` to `http`.
    private func configuration(for route: Route) throws -> AsyncHTTPClient.HTTPClient.Configuration {
        var configuration = AsyncHTTPClient.HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(settings.connectTimeout)),
            decompression: .enabled(limit: .size(maximumUnpackedBytes)))
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 16
        if route.isSecure {
            configuration.tlsConfiguration = try tlsConfiguration()
            configuration.proxy = route.proxy.map { proxy in
                .server(host: proxy.host, port: proxy.port, authorization: proxy.authorization?.forProxy)
            }
        }
        let asksPlainProxy = !route.isSecure && route.proxy != nil
        configuration.http1_1ConnectionDebugInitializer = { [timings] channel in
            channel.eventLoop.makeCompletedFuture {
                try BodilessAnswerHandler.install(in: channel.pipeline.syncOperations)
                try CutBodyHandler.install(in: channel.pipeline.syncOperations)
                try StatusCheckHandler.install(in: channel.pipeline.syncOperations)
                if let timings { try RequestTimingHandler.install(timings, in: channel.pipeline.syncOperations) }
                if asksPlainProxy { try AbsoluteFormHandler.install(in: channel.pipeline.syncOperations) }
            }
        }
        return configuration
    }

    private func tlsConfiguration() throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if let path = settings.trustRootsFile {
            do {
                let certificates = try NIOSSLCertificate.fromPEMFile(path)
                guard !certificates.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
                configuration.trustRoots = .certificates(certificates)
            } catch {
                throw UnreadableTrustRoots(path: path, cause: error)
            }
        }
        return configuration
    }
}

extension BasicAuthorization {
    fileprivate var forProxy: AsyncHTTPClient.HTTPClient.Authorization {
        .basic(credentials: String(fieldValue.dropFirst("Basic ".count)))
    }
}
