import AsyncHTTPClient
public import EssentialFeed
import Foundation
public import HTTPTransport
public import NIOCore
import NIOHTTP1

/// Loads over the network by HTTP/1.1, straight or through a proxy.
///
/// It keeps connections and nothing else: no cookies, no credentials, no answers, and nothing on disk (B017). Nothing is
/// opened before the first request. ``withClient(settings:server:_:)`` shuts it down when the work has ended; one that was
/// made otherwise needs ``shutdown()``, and without it ends its connections after it was released.
public final class NetworkHTTPClient: PartialHTTPClient {
    /// Told how many bytes of a body are there, and how many there will be where that is known.
    public typealias Progress = @Sendable (_ received: Int, _ expected: Int?) -> Void

    private let settings: NetworkSettings
    private let server: ServerAddress?
    private let clock: any Clock<Duration>
    private let progress: Progress
    private let timings: RequestTimings?
    private let loads = RunningLoads()
    private let pool: TransportPool

    /// - Parameters:
    ///   - server: whose user info goes to its own origin, images there included, as Basic authorisation (N011), and
    ///     which names the URLs that are loaded; `nil`: each URL is named by its own origin.
    ///   - clock: what time limits are measured with.
    ///   - eventLoopGroup: where the network's work is done; `nil`: a thread of the client's own.
    ///   - maximumUnpackedBytes: the most bytes that a compressed body may have, however many a request allows (N008).
    ///   - onTiming: told of each request whose answer began; may be called on any thread.
    public init(
        settings: NetworkSettings, server: ServerAddress? = nil, clock: any Clock<Duration> = ContinuousClock(),
        eventLoopGroup: (any EventLoopGroup)? = nil, maximumUnpackedBytes: Int = 64 << 20,
        progress: @escaping Progress = { _, _ in }, onTiming: (@Sendable (RequestTiming) -> Void)? = nil
    ) {
        self.settings = settings
        self.server = server
        self.clock = clock
        self.progress = progress
        timings = onTiming.map { RequestTimings(onTiming: $0) }
        pool = TransportPool(
            settings: settings, eventLoopGroup: eventLoopGroup, maximumUnpackedBytes: maximumUnpackedBytes,
            timings: timings)
    }

    /// Runs the work with a client, and shuts the client down when the work has returned or thrown.
    /// - Parameter server: as for the initialiser.
    /// - Throws: what the work throws, or what keeps the client from shutting down.
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
                // The work's own error says more.
            }
            throw error
        }
        try await client.shutdown()
        return value
    }

    /// Ends all requests and connections. Loads throw from then on; a second call does nothing.
    public func shutdown() async throws {
        try await pool.shutdown(after: loads)
    }

    /// Sends one `GET`, and one more for each redirect that is followed (B010, N009).
    ///
    /// The request's headers go to the origin of its URL alone; a redirect to another one carries none of them. From a
    /// server of the Internet nothing leads to this machine or into its network, neither a URL nor a redirect.
    public func load(_ request: DataRequest) async throws -> DataResponse {
        try await load(request) { _ in }
    }

    /// The same, handing over what came of an answer that ended early (N034). One that was refused for its size is not.
    public func load(
        _ request: DataRequest, onPartial: @escaping @Sendable (DataResponse) async -> Void
    ) async throws -> DataResponse {
        loads.begin()
        defer { loads.end() }
        return try await withTimeLimit(request.timeLimit, clock: clock) {
            try await self.follow(request, onPartial)
        }
    }

    private func follow(
        _ request: DataRequest, _ onPartial: @escaping @Sendable (DataResponse) async -> Void
    ) async throws -> DataResponse {
        let credentials = Credentials(url: request.url, server: server)
        let space = (server?.origin ?? Origin(request.url))?.addressSpace
        var url = request.url.withoutUserInfo
        var count = 0
        while true {
            let response: HTTPClientResponse
            do {
                guard let origin = Origin(url) else {
                    throw HTTPTransport.HTTPClientError(.other, cause: URLError(.unsupportedURL))
                }
                if let space, origin.addressSpace < space { throw HTTPTransport.HTTPClientError(.privateAddress) }
                response = try await send(request, to: url, origin, credentials: credentials)
            } catch let error as HTTPTransport.HTTPClientError where count > 0 {
                throw HTTPTransport.HTTPClientError(error.kind, cause: error.cause, redirectedTo: Origin(url))
            }
            let head = AnswerHead(response)
            switch Redirect(status: head.status, location: head.headers["Location"], from: url, count: count) {
            case .none: return try await read(response, head, from: url, for: request, onPartial)
            case .refuse(let fault): throw HTTPTransport.HTTPClientError(.redirect(fault))
            case .follow(let target): url = target
            }
            count += 1
        }
    }

    private func send(
        _ request: DataRequest, to url: URL, _ origin: Origin, credentials: Credentials
    ) async throws -> HTTPClientResponse {
        try await reporting(.head, limit: request.maximumBytes) {
            let proxy = settings.proxies.proxy(for: origin)
            var message = HTTPClientRequest(url: (origin.isSecure ? url : url.addressed(to: proxy)).absoluteString)
            if origin == Origin(request.url) {
                for (name, value) in request.headers { message.headers.replaceOrAdd(name: name, value: value) }
            }
            message.headers.replaceOrAdd(name: "Host", value: origin.authority)
            if let authorization = credentials.authorization(for: origin) {
                message.headers.replaceOrAdd(name: "Authorization", value: authorization.fieldValue)
            }
            if !origin.isSecure, let authorization = proxy?.authorization {
                message.headers.replaceOrAdd(name: "Proxy-Authorization", value: authorization.fieldValue)
            }
            let client = try pool.client(for: .init(isSecure: origin.isSecure, proxy: proxy))
            guard let timings else { return try await client.execute(message, deadline: .distantFuture) }
            let number = timings.begin()
            defer { timings.forget(number) }
            message.headers.add(name: RequestTimingHandler.field, value: String(number))
            let response = try await client.execute(message, deadline: .distantFuture)
            timings.answered(number, url: request.url)
            return response
        }
    }

    private func read(
        _ response: HTTPClientResponse, _ head: AnswerHead, from url: URL, for request: DataRequest,
        _ onPartial: @escaping @Sendable (DataResponse) async -> Void
    ) async throws -> DataResponse {
        try await reporting(.body, limit: request.maximumBytes) {
            guard head.isReadable else { throw HTTPTransport.HTTPClientError(.malformed) }
            if let announced = head.announcedBytes, announced > request.maximumBytes {
                throw HTTPTransport.HTTPClientError(.tooLarge(limit: request.maximumBytes))
            }
            var collector = try BodyCollector(limit: request.maximumBytes, expected: head.expectedBytes)
            func answer() -> DataResponse {
                DataResponse(
                    url: url, status: head.status, headers: head.headers, body: collector.body,
                    isDelimited: head.isDelimited)
            }
            do {
                for try await part in response.body {
                    try collector.append(part)
                    progress(collector.body.count, head.expectedBytes)
                }
                // A cancelled stream may end instead of throwing.
                try Task.checkCancellation()
                if head.showsItsCut, let expected = head.expectedBytes, collector.body.count < expected {
                    throw HTTPTransport.HTTPClientError(.cut)
                }
            } catch {
                if head.isResumable, (error as? HTTPTransport.HTTPClientError)?.isAnswer != true {
                    let partial = answer()
                    // A task of its own, which the cancellation that ended the answer does not reach.
                    await Task { await onPartial(partial) }.value
                }
                throw error
            }
            return answer()
        }
    }

    /// Every failure but a cancellation is an ``HTTPClientError``.
    private func reporting<Value>(
        _ stage: HTTPTransport.HTTPClientError.Stage, limit: Int, _ work: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await work()
        } catch {
            try Task.checkCancellation()
            throw HTTPTransport.HTTPClientError(network: error, stage: stage, limit: limit)
        }
    }
}

extension URL {
    /// The same path and query at the proxy, which is told the host otherwise.
    fileprivate func addressed(to proxy: ProxyServer?) -> URL {
        guard let proxy, var components = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
        components.host = proxy.host.contains(":") ? "[\(proxy.host)]" : proxy.host
        components.port = proxy.port
        return components.url ?? self
    }
}
