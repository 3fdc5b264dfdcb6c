public import Foundation

import EssentialFeed

#if os(Linux)
    // The members of addresses count as this module's wherever SwiftNIO is in the build.
    import CNIOLinux
#endif

/// What a ``PhotoServer`` serves, and where. Whatever is in here has been checked.
public struct PhotoServerConfiguration: Sendable {
    public static let defaultHost = "127.0.0.1"
    public static let defaultPort = 8080

    /// Something that was asked for and makes no server.
    public enum Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        /// Every address of the machine is listened on, and nobody said what clients call it.
        case wildcardWithoutPublicURL(host: String)
        /// Not an absolute `http` or `https` URL with a host, or one with a query or a fragment.
        case publicURL(String)
        /// It has a user name or a password, or what may be one: nothing of it is kept.
        case publicURLWithUserInfo
        /// Neither a name nor an address.
        case host(String)
        case port(Int)
        case basePath(String)

        /// One line that says what to do.
        public var description: String {
            switch self {
            case .wildcardWithoutPublicURL(let host):
                "--host \(Self.shown(host)) listens on every address; add --public-url with the URL that clients use"
            case .publicURL(let text):
                "\(Self.shown(text)) is no public URL; write it like https://photos.example.com/feed-server"
            case .publicURLWithUserInfo:
                "the public URL has no user name and no password; write it like https://photos.example.com/feed-server"
            case .host(let host): "\(Self.shown(host)) is no host; write a name or an address, like 127.0.0.1 or ::1"
            case .port(let port): "\(port) is no port; use 0 to 65535, 0 for a free one"
            case .basePath(let text): "\(Self.shown(text)) is no base path; write it like /photos"
            }
        }

        /// The text without what stands before an `@`: it may be a password.
        private static func shown(_ text: String) -> String {
            PlainText.line(text.lastIndex(of: "@").map { "…" + text[$0...] } ?? text)
        }
    }

    public let folder: String
    /// A name or an address, IPv6 without brackets.
    public let host: String
    /// 0 takes a free port.
    public let port: Int
    /// What stands before every path: empty, or `/p` without a slash at its end.
    public let basePath: String
    let publicAddress: ServerAddress?
    /// Where the index is kept; `nil` where the environment names no place.
    public var stateFolder: URL?
    /// The zone of pictures whose camera named none.
    public var timeZone: TimeZone
    public var limits = Limits()

    /// - Parameters:
    ///   - folder: the photos; read, never written.
    ///   - host: a name, an IPv4 or an IPv6 address, the latter with brackets or without.
    ///   - basePath: `/p`, `p` and `/p/` are the same; empty or `/` is none.
    ///   - publicURL: the base of this server's URLs as clients see them, whole, any path included. Without it, image
    ///     URLs have the bound address and the base path. The `Host` header is never asked.
    ///   - environment: `XDG_STATE_HOME` and `HOME` say where the index is kept.
    /// - Throws: a ``Mistake``.
    public init(
        folder: String, host: String = defaultHost, port: Int = defaultPort, basePath: String = "",
        publicURL: String? = nil, environment: [String: String], timeZone: TimeZone
    ) throws(Mistake) {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.folder = folder
        self.host = isBracketed ? String(host.dropFirst().dropLast()) : host
        self.port = port
        self.basePath = try Self.normalized(basePath: basePath)
        publicAddress = try publicURL.map(Self.address)
        stateFolder = IndexStateFile.folder(environment: environment)
        self.timeZone = timeZone
        guard (0...65535).contains(port) else { throw .port(port) }
        if publicURL == nil, Self.isWildcard(self.host) { throw .wildcardWithoutPublicURL(host: host) }
        if !Self.isWildcard(self.host) { _ = try boundAddress(port: port) }
    }

    /// The server's base for a port that it listens on; IPv6 addresses are in brackets.
    func boundAddress(port: Int) throws(Mistake) -> ServerAddress {
        guard !host.contains(":") || Self.six(host) != nil, !host.contains(where: "/?#@[]".contains) else {
            throw .host(host)
        }
        let name = host.contains(":") ? "[\(host.replacing("%", with: "%25"))]" : host
        let text = "http://\(name):\(max(1, port))\(basePath)"
        do {
            return try ServerAddress(text)
        } catch {
            throw .host(host)
        }
    }

    private static func address(_ text: String) throws(Mistake) -> ServerAddress {
        let components = URLComponents(string: text)
        guard components?.user == nil, components?.password == nil else { throw .publicURLWithUserInfo }
        do {
            return try ServerAddress(text)
        } catch {
            throw text.contains("@") ? .publicURLWithUserInfo : .publicURL(text)
        }
    }

    private static func normalized(basePath text: String) throws(Mistake) -> String {
        let parts = text.split(separator: "/")
        let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@")
        guard parts.allSatisfy({ $0 != "." && $0 != ".." && $0.allSatisfy(allowed.contains) }) else {
            throw .basePath(text)
        }
        return parts.map { "/\($0)" }.joined()
    }

    /// The IPv6 address, without its zone.
    private static func six(_ host: String) -> in6_addr? {
        var address = in6_addr()
        return inet_pton(AF_INET6, host.prefix { $0 != "%" }.description, &address) == 1 ? address : nil
    }

    /// Whether the host, however it is spelled, stands for every address of the machine.
    private static func isWildcard(_ host: String) -> Bool {
        if host.isEmpty || host == "*" { return true }
        var four = in_addr()
        if inet_aton(host, &four) != 0 { return four.s_addr == 0 }
        guard var six = six(host) else { return false }
        return withUnsafeBytes(of: &six) { bytes in
            let isMapped = bytes[10] == 0xFF && bytes[11] == 0xFF
            return bytes[0..<10].allSatisfy { $0 == 0 } && (isMapped || bytes[10] == 0 && bytes[11] == 0)
                && bytes[12...].allSatisfy { $0 == 0 }
        }
    }
}

extension PhotoServerConfiguration {
    /// How long the server waits for its clients, and how many of them it has at once.
    public struct Limits: Hashable, Sendable {
        /// From a connection's start to its first request's head, and from the first byte of a later one to its end.
        public var requestHead = Duration.seconds(10)
        /// A connection on which nothing is asked and nothing answered.
        public var idle = Duration.seconds(60)
        /// The least that a client takes of what is waiting for it, on average over ``readerWindow``.
        public var minimumBytesPerSecond = 1_024
        /// How long a client may take less.
        public var readerWindow = Duration.seconds(30)
        /// The most that are open at once, fewer where the process may not open as many files.
        public var connections = 512
        /// The most of them from one address, or from one half of an IPv6 address. With a public URL, those from this
        /// machine are a proxy's and only count in all.
        public var connectionsByAddress = 128
        /// From the end's beginning to the last answer.
        public var shutdown = Duration.seconds(10)

        public init() {}
    }
}
