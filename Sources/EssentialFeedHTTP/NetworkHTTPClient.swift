import AsyncHTTPClient
import Dispatch
public import EssentialFeed
import Foundation
public import HTTPTransport
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import NIOPosix

/// This project's error. AsyncHTTPClient has one with the same name.
private typealias LoadError = HTTPTransport.HTTPClientError

/// A client that loads over the network with HTTP/1.1, directly or through a proxy.
///
/// It keeps only its connections: no cookies, credentials or responses, and nothing on disk. The first request opens
/// the first connection. Clients from ``withClient(settings:server:isolation:_:)`` are shut down when the work ends.
/// Call ``shutdown()`` on any other client, or its connections end some time after it is released.
public final class NetworkHTTPClient: PartialHTTPClient {
    /// Returns the authorization for the server; called before each request.
    public typealias SignIn = @Sendable () async -> BasicAuthorization?
    /// Receives the number of body bytes so far, and the body's length if known, on any thread.
    public typealias Progress = @Sendable (_ received: Int, _ expected: Int?) -> Void

    private let settings: NetworkSettings
    private let server: ServerAddress?
    private let signIn: SignIn
    private let clock: any Clock<Duration>
    private let progress: Progress
    private let loads = DispatchGroup()
    private let pool: ConnectionPool

    /// Creates a client.
    /// - Parameters:
    ///   - settings: The proxies, certificates and timeouts to use.
    ///   - server: The server that supplies the URLs to load. Its user info is sent to its own origin as Basic
    ///     authorization, and its URLs may not lead into a network outside the server's. If `nil`, each URL counts as
    ///     supplied by its own origin.
    ///   - clock: Measures time limits.
    ///   - progress: Receives the progress of each body.
    ///   - signIn: Returns the authorization for the server's own origin if the server's address has no user info.
    public init(
        settings: NetworkSettings, server: ServerAddress? = nil, clock: any Clock<Duration> = ContinuousClock(),
        progress: @escaping Progress = { _, _ in }, signIn: @escaping SignIn = { nil }
    ) {
        self.settings = settings
        self.server = server
        self.signIn = signIn
        self.clock = clock
        self.progress = progress
        pool = ConnectionPool(settings: settings)
    }

    /// Calls a closure with a client and shuts the client down when the closure returns or throws.
    /// - Parameters:
    ///   - settings: The proxies, certificates and timeouts to use.
    ///   - server: The server that supplies the URLs to load.
    ///   - isolation: The actor on which the closure runs.
    ///   - work: The closure, which must not keep the client.
    /// - Throws: The closure's error, or the error of the shutdown.
    public static func withClient<Value>(
        settings: NetworkSettings, server: ServerAddress? = nil, isolation: isolated (any Actor)? = #isolation,
        _ work: (NetworkHTTPClient) async throws -> Value
    ) async throws -> Value {
        let client = NetworkHTTPClient(settings: settings, server: server)
        let value: Value
        do {
            value = try await work(client)
        } catch {
            do {
                try await client.shutdown()
            } catch {
                // The work's error explains more.
            }
            throw error
        }
        try await client.shutdown()
        return value
    }

    /// Ends all requests and connections. Later loads throw. A second call does nothing.
    public func shutdown() async throws { try await pool.shutdown(after: loads) }

    /// Sends one request, plus one for each followed redirect of a `GET`.
    ///
    /// The request's header fields are sent only to its URL's origin, not to other origins after a redirect. URLs and
    /// redirects from a server on the Internet may not lead to this machine or into its network.
    ///
    /// Passes on the received part of a cut response, but not of one refused for its length.
    /// - Throws: `HTTPClientError`, or `CancellationError` if the calling task was cancelled.
    public func load(
        _ request: DataRequest, onPartial: @escaping @Sendable (DataResponse) async -> Void
    ) async throws -> DataResponse {
        loads.enter()
        defer { loads.leave() }
        return try await withTimeLimit(request.timeLimit, clock: clock) {
            try await self.follow(request, onPartial)
        }
    }

    private func follow(
        _ request: DataRequest, _ onPartial: @escaping @Sendable (DataResponse) async -> Void
    ) async throws -> DataResponse {
        let credentials = await credentials(for: request.url)
        let space = (server?.origin ?? Origin(request.url))?.addressSpace
        var url = request.url.withoutUserInfo
        var count = 0
        while true {
            let response: HTTPClientResponse
            // Without it, the connection would end before the body.
            let client: ConnectionPool.Client
            do {
                guard let origin = Origin(url) else {
                    throw LoadError(.other, cause: URLError(.unsupportedURL))
                }
                if let space, origin.addressSpace < space { throw LoadError(.privateAddress) }
                (response, client) = try await send(request, to: url, origin, credentials: credentials)
            } catch let error as LoadError where count > 0 {
                throw LoadError(error.kind, cause: error.cause, redirectedTo: Origin(url))
            }
            defer { withExtendedLifetime(client) {} }
            let head = ResponseHead(response)
            guard request.body == nil else { return try await read(response, head, from: url, for: request, onPartial) }
            switch Redirect(head, from: url, count: count) {
            case .none: return try await read(response, head, from: url, for: request, onPartial)
            case .refuse(let reason): throw LoadError(.redirect(reason))
            case .follow(let target): url = target
            }
            count += 1
        }
    }

    /// Returns the authorizations to send, each to one origin only: the URL's user info to the URL's origin, or else
    /// the server's authorization to the server's origin. User info in a `Location` isn't used.
    private func credentials(for url: URL) async -> [Origin: BasicAuthorization] {
        var credentials: [Origin: BasicAuthorization] = [:]
        if let origin = server?.origin {
            credentials[origin] = if let authorization = server?.authorization { authorization } else { await signIn() }
        }
        if let origin = Origin(url), let authorization = BasicAuthorization(userInfoOf: url) {
            credentials[origin] = authorization
        }
        return credentials
    }

    private func send(
        _ request: DataRequest, to url: URL, _ origin: Origin, credentials: [Origin: BasicAuthorization]
    ) async throws -> (HTTPClientResponse, ConnectionPool.Client) {
        try await mappingErrors(.head, limit: request.maximumBytes) {
            let proxy = settings.proxies.proxy(for: origin)
            var message = HTTPClientRequest(url: (origin.isSecure ? url : url.addressed(to: proxy)).absoluteString)
            if origin == Origin(request.url) { message.headers = HTTPHeaders(request.headerFields) }
            if let body = request.body {
                message.method = HTTPMethod(rawValue: request.method.rawValue)
                message.body = .bytes(ByteBuffer(bytes: body))
                if request.method == .put {
                    message.headers.replaceOrAdd(name: "Content-Type", value: "application/json")
                }
            }
            message.headers.replaceOrAdd(name: "Host", value: origin.authority)
            if let authorization = credentials[origin] {
                message.headers.replaceOrAdd(name: "Authorization", value: authorization.fieldValue)
            }
            if !origin.isSecure, let authorization = proxy?.authorization {
                message.headers.replaceOrAdd(name: "Proxy-Authorization", value: authorization.fieldValue)
            }
            let trust = settings.trustedCertificates[origin].map { CertificateTrust.only($0) } ?? .authorities
            var route = ConnectionPool.Route(isSecure: origin.isSecure, proxy: proxy, trust: trust)
            if proxy == nil, let space = settings.smallestSpace {
                var hosts = try await PinnedHost.hosts(
                    named: url.host(percentEncoded: false)?.trimmingCharacters(in: ["[", "]"]) ?? origin.host,
                    port: origin.port, in: space, on: ConnectionPool.eventLoops.next())
                route.host = hosts.removeLast()
                for host in hosts {
                    var first = route
                    first.host = host
                    do {
                        return try await execute(message, by: first)
                    } catch let error where LoadError(network: error, stage: .head, limit: 0).isWithoutConnection {
                        // The network may have only the other kind of addresses.
                    }
                }
            }
            do {
                return try await execute(message, by: route)
            } catch {
                guard route.host == nil, LoadError.isUntrusted(error),
                    let fingerprint = await fingerprint(of: origin, proxy)
                else { throw error }
                throw LoadError(.untrustedCertificate(fingerprint), cause: error)
            }
        }
    }

    /// Returns the fingerprint of a server's certificate. Sends nothing over the connection.
    private func fingerprint(of origin: Origin, _ proxy: ProxyServer?) async -> CertificateFingerprint? {
        do {
            let client = try pool.client(for: .init(isSecure: true, proxy: proxy, trust: .none))
            _ = try await client.http.execute(
                HTTPClientRequest(url: "https://\(origin.authority)/"), deadline: .distantFuture)
        } catch let error as CertificateTrust.Refusal {
            return error.fingerprint
        } catch {
            // If the second connection fails too, the first error explains enough.
        }
        return nil
    }

    /// Sends a message, and retries once if the reused connection was just closing.
    private func execute(
        _ message: HTTPClientRequest, by route: ConnectionPool.Route
    ) async throws -> (HTTPClientResponse, ConnectionPool.Client) {
        let client = try pool.client(for: route)
        do {
            return (try await client.http.execute(message, deadline: .distantFuture), client)
        } catch ChannelError.ioOnClosedChannel {
            return (try await client.http.execute(message, deadline: .distantFuture), client)
        }
    }

    private func read(
        _ response: HTTPClientResponse, _ head: ResponseHead, from url: URL, for request: DataRequest,
        _ onPartial: @escaping @Sendable (DataResponse) async -> Void
    ) async throws -> DataResponse {
        try await mappingErrors(.body, limit: request.maximumBytes) {
            let limit = request.maximumBytes
            if !request.readsBody, !head.isEmpty {
                return DataResponse(
                    url: url, status: head.status, headerFields: head.headerFields, body: Data(), isDelimited: false)
            }
            guard head.isReadable else { throw LoadError(.malformed) }
            guard head.announcedBytes ?? 0 <= limit else { throw LoadError(.tooLarge(limit: limit)) }
            var body = Data()
            body.reserveCapacity(head.expectedBytes ?? 0)
            func dataResponse() -> DataResponse {
                DataResponse(
                    url: url, status: head.status, headerFields: head.headerFields, body: body,
                    isDelimited: head.isDelimited)
            }
            do {
                for try await part in response.body {
                    guard part.readableBytes <= limit - body.count else { throw LoadError(.tooLarge(limit: limit)) }
                    part.withUnsafeReadableBytes { body.append(contentsOf: $0) }
                    progress(body.count, head.expectedBytes)
                }
                // A cancelled stream may end instead of throwing.
                try Task.checkCancellation()
                if head.showsItsCut, let expected = head.expectedBytes, body.count < expected {
                    throw LoadError(.cut)
                }
            } catch {
                if head.isResumable, (error as? LoadError)?.isUnusableResponse != true {
                    let partial = dataResponse()
                    // A new task isn't cancelled, even if cancellation cut the response.
                    await Task { await onPartial(partial) }.value
                }
                throw error
            }
            return dataResponse()
        }
    }

    /// Performs the work and turns every error into an `HTTPClientError` unless the task was cancelled.
    private func mappingErrors<Value>(
        _ stage: LoadError.Stage, limit: Int, _ work: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await work()
        } catch {
            try Task.checkCancellation()
            throw LoadError(network: error, stage: stage, limit: limit)
        }
    }
}

extension URL {
    /// Returns the URL with the proxy's host and port. The URL's own host and port go into the request.
    fileprivate func addressed(to proxy: ProxyServer?) -> URL {
        guard let proxy, var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
        components.host = proxy.host.contains(":") ? "[\(proxy.host)]" : proxy.host
        components.port = proxy.port
        return components.url ?? self
    }
}
