import AsyncHTTPClient
import HTTPTransport
import NIOCore
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Synchronization

/// The connections of a client.
///
/// There is one AsyncHTTPClient for each route. Each is made when it is first needed, and all share one event loop.
final class ConnectionPool: Sendable {
    /// A way into the network. There are at most four: plain and secure, each direct or through a proxy.
    struct Route: Hashable, Sendable {
        let isSecure: Bool
        let proxy: ProxyServer?
    }

    /// The error of a request that was made after the pool was shut down.
    struct ShutDownError: Error {}

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
    ///   - eventLoopGroup: The event loops for all connections, which have to outlive the pool. If `nil`, the pool makes
    ///     an event loop of its own.
    ///   - maximumUnpackedBytes: The greatest decompressed length of a compressed body, in bytes.
    ///   - timings: Receives the instants at which requests go out over their connections.
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

    /// Returns the client for a route, and makes it if it doesn't exist yet.
    func client(for route: Route) throws -> AsyncHTTPClient.HTTPClient {
        try state.withLock { state in
            guard case .running(let group, var clients) = state else { throw ShutDownError() }
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

    /// Shuts the clients down, because AsyncHTTPClient stops the program if one is released without that.
    deinit {
        guard case .running(let group, let clients) = state.withLock({ $0 }), group != nil else { return }
        let isOwner = isOwner
        Task {
            do {
                try await Self.shutDown(clients, isOwner ? group : nil) {}
            } catch {
                // The pool is gone, so nobody is left to receive the error.
            }
        }
    }

    /// Ends all requests and connections, and the event loop if it is the pool's own. A second call does nothing.
    /// - Parameter loads: The loads that the event loop has to outlive, because cancelling them needs it.
    func shutdown(after loads: RunningLoads) async throws {
        let old = state.withLock { state in
            defer { state = .shutDown }
            return state
        }
        guard case .running(let group, let clients) = old else { return }
        try await Self.shutDown(clients, isOwner ? group : nil) { await loads.wait() }
    }

    /// - Parameter wait: Returns when nothing needs the event loop any longer.
    private static func shutDown(
        _ clients: [Route: AsyncHTTPClient.HTTPClient], _ group: (any EventLoopGroup)?, after wait: () async -> Void
    ) async throws {
        var errors: [any Error] = []
        for client in clients.values {
            do { try await client.shutdown() } catch { errors.append(error) }
        }
        if let group {
            await wait()
            // Lets the event loop run what the clients have scheduled so far.
            do { try await group.next().submit {}.get() } catch { errors.append(error) }
            do { try await group.shutdownGracefully() } catch { errors.append(error) }
        }
        if let error = errors.first { throw error }
    }

    /// Returns the configuration of AsyncHTTPClient for a route.
    ///
    /// Its own retries are off because they make a closed port take as long as the connect timeout, and its own redirects
    /// because they may lead from `https` to `http`.
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
                try BodilessResponseHandler.install(in: channel.pipeline.syncOperations)
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
                throw TrustRootsError(path: path, cause: error)
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
