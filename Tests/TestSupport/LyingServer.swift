public import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on loopback that answers with exactly a test's bytes, and records the requests.
///
/// Answers belong to paths, regardless of the query, and may change at any time. A path without an answer gets a 404.
public final class LyingServer: Sendable {
    public let host: String
    public let isSecure: Bool
    /// The requests in the order of their arrival.
    public let requests = EventLog<Request>()
    /// The numbers of accepted connections.
    public let connections = EventLog<Int>()
    /// The numbers of connections closed by the client.
    public let departures = EventLog<Int>()

    private struct State {
        var scripts: [String: [Answer]] = [:]
        var everything: Answer?
        var greeting: Answer?
        var channels: [Int: any Channel] = [:]
        var nextConnection = 0
    }

    private let state = Mutex(State())
    private let listener = Mutex<(channel: (any Channel)?, port: Int)>((nil, 0))
    /// The port of a stopped server, reserved as long as this server exists.
    private let reserved = Mutex(ReservedPort?.none)

    public var port: Int { listener.withLock { $0.port } }

    /// Starts to listen.
    /// - Parameters:
    ///   - host: `127.0.0.1` or `::1`.
    ///   - port: The port; 0 for a free one.
    ///   - certificate: The certificate of a TLS server.
    ///   - tls: The supported versions of TLS.
    public init(
        host: String = "127.0.0.1", port: Int = 0, certificate: TestCertificate? = nil, tls: TLS = .modern
    ) async throws {
        let tls = try certificate.map { certificate in
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(certificate.certificate.utf8))
                    .map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(certificate.key.utf8), format: .pem)))
            (configuration.minimumTLSVersion, configuration.maximumTLSVersion) = tls.versions
            return try NIOSSLContext(configuration: configuration)
        }
        self.host = host
        isSecure = certificate != nil
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    try channel.pipeline.syncOperations.addHandler(Connection(self))
                }
            }
            .bind(host: host, port: port).get()
        listener.withLock { $0 = (channel, channel.localAddress?.port ?? port) }
    }

    /// Returns the server's URL with the given path and query, like `http://127.0.0.1:12345/feed`.
    public func url(_ path: String = "", userInfo: String? = nil) -> URL {
        let host = host.contains(":") ? "[\(host)]" : host
        return URL(string: "\(isSecure ? "https" : "http")://\(userInfo.map { "\($0)@" } ?? "")\(host):\(port)\(path)")!
    }

    /// Answers the requests for a path with the given answers in turn, and with the last one from then on.
    public func answer(_ path: String, with answers: Answer...) {
        state.withLock { $0.scripts[path] = answers }
    }

    /// Answers the requests for all other paths.
    public func answerEverything(with answer: Answer) {
        state.withLock { $0.everything = answer }
    }

    /// Sends an answer over each new connection without a request.
    public func greet(with greeting: Answer?) {
        state.withLock { $0.greeting = greeting }
    }

    /// Closes all connections and the port.
    public func stop() async throws {
        let channel = listener.withLock { listener in
            defer { listener.channel = nil }
            return listener.channel
        }
        try await channel?.close().get()
        reserved.withLock { $0 = $0 ?? ReservedPort(port, host: host) }
        let channels = state.withLock { Array($0.channels.values) }
        for channel in channels { channel.close(promise: nil) }
        for channel in channels { try await channel.closeFuture.get() }
    }

    /// Ends all connections with a reset (RST) and keeps listening.
    public func resetConnections() async throws {
        for number in state.withLock({ Array($0.channels.keys) }) { try await reset(connection: number) }
    }

    /// Ends one connection with a reset (RST), unless it has already ended.
    public func reset(connection number: Int) async throws {
        guard let channel = state.withLock({ $0.channels[number] }) else { return }
        do {
            try await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            try await channel.close().get()
        } catch _ where !channel.isActive {
            // The client was faster.
        }
    }

    func accept(_ channel: any Channel) -> (number: Int, greeting: Answer?) {
        let (number, greeting) = state.withLock { state in
            state.nextConnection += 1
            state.channels[state.nextConnection] = channel
            return (state.nextConnection, state.greeting)
        }
        connections.append(number)
        return (number, greeting)
    }

    func answer(to request: Request) -> Answer {
        requests.append(request)
        return state.withLock { state in
            guard let script = state.scripts[request.path], let answer = script.first else {
                return state.everything ?? .response(status: 404)
            }
            if script.count > 1 { state.scripts[request.path]?.removeFirst() }
            return answer
        }
    }

    func close(_ number: Int, byClient: Bool) {
        state.withLock { $0.channels[number] = nil }
        if byClient { departures.append(number) }
    }
}

extension LyingServer {
    /// A server's supported versions of TLS.
    public enum TLS: Sendable {
        /// Only 1.0, 1.1 or 1.2.
        case only10, only11, only12
        /// From 1.2 on.
        case modern

        var versions: (TLSVersion, TLSVersion?) {
            switch self {
            case .only10: (.tlsv1, .tlsv1)
            case .only11: (.tlsv11, .tlsv11)
            case .only12: (.tlsv12, .tlsv12)
            case .modern: (.tlsv12, nil)
            }
        }
    }

    /// A request, its head unparsed.
    public struct Request: Hashable, Sendable {
        /// All lines of the head without the empty one at the end.
        public let head: String
        /// The number of the connection it came over.
        public let connection: Int
        /// The bytes after the head, according to its length.
        public internal(set) var body = Data()

        public var method: String { word(0) }
        /// The request's target: path and query, or another form.
        public var target: String { word(1) }
        public var path: String { String(target.prefix { $0 != "?" }) }

        /// The value of a field, its name in any case.
        public subscript(field: String) -> String? {
            fields.first { $0.name == field.lowercased() }?.value
        }

        /// All fields, their names in lower case.
        public var fields: [(name: String, value: String)] {
            head.components(separatedBy: "\r\n").dropFirst().map { line in
                let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
                return (parts[0].lowercased(), parts.count > 1 ? parts[1] : "")
            }
        }

        private func word(_ index: Int) -> String {
            let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
            return index < words.count ? String(words[index]) : ""
        }
    }
}
