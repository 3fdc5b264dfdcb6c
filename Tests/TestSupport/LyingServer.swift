public import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// A server on loopback that answers exactly the bytes that a test says, truth or lies, and records what it was asked.
///
/// Answers belong to paths (a query makes no difference) and may change at any time; what has none is answered 404.
public final class LyingServer: Sendable {
    public let host: String
    public let isSecure: Bool
    /// The requests, as they came.
    public let requests = EventLog<Request>()
    /// The numbers of the connections that were accepted.
    public let connections = EventLog<Int>()
    /// The numbers of the connections that the client closed.
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

    public var port: Int { listener.withLock { $0.port } }

    /// Listens at once.
    /// - Parameters:
    ///   - host: `127.0.0.1` or `::1`.
    ///   - port: 0 is a free one.
    ///   - certificate: makes the server speak TLS.
    ///   - tls: the versions of TLS that it speaks.
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

    /// Where the server is: `http://127.0.0.1:12345`, with the path and query given.
    public func url(_ path: String = "", userInfo: String? = nil) -> URL {
        let host = host.contains(":") ? "[\(host)]" : host
        return URL(string: "\(isSecure ? "https" : "http")://\(userInfo.map { "\($0)@" } ?? "")\(host):\(port)\(path)")!
    }

    /// Answers requests for the path: the first with the first answer, and so on; the last one again and again.
    public func answer(_ path: String, with answers: Answer...) {
        state.withLock { $0.scripts[path] = answers }
    }

    /// Answers what no path has an answer for.
    public func answerEverything(with answer: Answer) {
        state.withLock { $0.everything = answer }
    }

    /// Sends an answer to each new connection, unasked.
    public func greet(with greeting: Answer?) {
        state.withLock { $0.greeting = greeting }
    }

    /// Ends all connections and listens no more: the port is closed.
    public func stop() async throws {
        let channel = listener.withLock { listener in
            defer { listener.channel = nil }
            return listener.channel
        }
        try await channel?.close().get()
        let channels = state.withLock { Array($0.channels.values) }
        for channel in channels { channel.close(promise: nil) }
        for channel in channels { try await channel.closeFuture.get() }
    }

    /// Ends all connections with a reset (RST), and goes on listening.
    public func resetConnections() async throws {
        for channel in state.withLock({ Array($0.channels.values) }) {
            try await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            try await channel.close().get()
        }
    }

    /// Ends one connection with a reset (RST).
    public func reset(connection number: Int) async throws {
        let channel = state.withLock { $0.channels[number] }
        try await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await channel?.close().get()
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
    /// Which versions of TLS a server speaks.
    public enum TLS: Sendable {
        /// 1.0, 1.1 or 1.2 alone.
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

    /// A request's head, as it came.
    public struct Request: Hashable, Sendable {
        /// All lines, without the empty one at the end.
        public let head: String
        /// The number of the connection it came over.
        public let connection: Int

        public var method: String { word(0) }
        /// Path and query, or what else stands in their place.
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
