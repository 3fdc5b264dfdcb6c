import AsyncHTTPClient
import Dispatch
import HTTPTransport
import NIOCore
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Synchronization

/// The connections of a client.
///
/// There is one AsyncHTTPClient per route, created when first needed. Those of pinned hosts are limited in number.
final class ConnectionPool: Sendable {
    /// The event loop of all pools. It never ends, because name lookups can't be cancelled and report to the event loop
    /// even after the client was shut down.
    static let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private static let maximumPinned = 8

    /// A network route: plain or secure, direct or through a proxy.
    struct Route: Hashable, Sendable {
        let isSecure: Bool
        let proxy: ProxyServer?
        var trust = CertificateTrust.authorities
        /// The only host, if its address is given.
        var host: PinnedHost?
    }

    /// A client that is shut down with the last reference at the latest, because AsyncHTTPClient crashes the program if
    /// a client is released without a shutdown.
    final class Client: Sendable {
        let http: AsyncHTTPClient.HTTPClient

        init(_ http: AsyncHTTPClient.HTTPClient) { self.http = http }

        deinit {
            Task { [http] in
                do {
                    try await http.shutdown()
                } catch {
                    // The pool has shut it down, or no one is left to whom the error could be reported.
                }
            }
        }
    }

    struct ShutDownError: Error {}

    private let settings: NetworkSettings
    /// `nil` once the pool is shut down.
    private let clients = Mutex<[Route: Client]?>([:])

    init(settings: NetworkSettings) { self.settings = settings }

    func client(for route: Route) throws -> Client {
        try clients.withLock { clients in
            guard clients != nil else { throw ShutDownError() }
            if let client = clients?[route] { return client }
            let pinned = route.host == nil ? [] : clients?.keys.filter { $0.host != nil } ?? []
            if pinned.count >= Self.maximumPinned, let other = pinned.first { clients?[other] = nil }
            let client = Client(
                AsyncHTTPClient.HTTPClient(
                    eventLoopGroupProvider: .shared(Self.eventLoops),
                    configuration: try configuration(for: route)))
            clients?[route] = client
            return client
        }
    }

    /// Ends all requests and connections and waits for running loads. A second call does nothing.
    func shutdown(after loads: DispatchGroup) async throws {
        let old = clients.withLock { clients in
            defer { clients = nil }
            return clients
        }
        guard let old else { return }
        async let end: Void = Self.shutDown(old)
        await withCheckedContinuation { continuation in
            loads.notify(queue: .global()) { continuation.resume() }
        }
        try await end
    }

    private static func shutDown(_ clients: [Route: Client]) async throws {
        var errors: [any Error] = []
        for client in clients.values {
            do { try await client.http.shutdown() } catch { errors.append(error) }
        }
        if let error = errors.first { throw error }
    }

    /// Returns AsyncHTTPClient's configuration for a route.
    ///
    /// Its own retries are off, because with them a closed port takes the whole connect timeout to fail. Its own
    /// redirects are off, because they may lead from `https` to `http`.
    private func configuration(for route: Route) throws -> AsyncHTTPClient.HTTPClient.Configuration {
        var configuration = AsyncHTTPClient.HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(settings.connectTimeout)),
            decompression: .enabled(limit: .size(settings.maximumUnpackedBytes)))
        configuration.httpVersion = .http1Only
        // Certificates are still checked against the name.
        if let host = route.host { configuration.dnsOverride = [host.name: host.address] }
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 16
        if route.isSecure {
            configuration.tlsConfiguration = try tlsConfiguration(route.trust)
            configuration.proxy = route.proxy.map { proxy in
                .server(host: proxy.host, port: proxy.port, authorization: proxy.authorization?.forProxy)
            }
        }
        let asksPlainProxy = !route.isSecure && route.proxy != nil
        configuration.http1_1ConnectionDebugInitializer = { channel in
            channel.eventLoop.makeCompletedFuture {
                try route.trust.check(channel)
                try channel.pipeline.syncOperations.addHandlers(asksPlainProxy: asksPlainProxy)
            }
        }
        return configuration
    }

    private func tlsConfiguration(_ trust: CertificateTrust) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        guard case .authorities = trust else {
            configuration.certificateVerification = .none
            return configuration
        }
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
