// With SwiftNIO in the build, the compiler attributes the members of addresses to this module.
import CNIOLinux
import Crypto
import DecoderProcess
public import EssentialFeed
public import Foundation
public import HTTPTransport
import NIOCore
import SystemPackage

/// A valid configuration of a ``PhotoServer``: its folder, its addresses and its limits.
public struct PhotoServerConfiguration: Sendable {
    /// The path of the folder with the photos.
    public let folder: String
    /// The host name or address to listen on; an IPv6 address has no brackets.
    public let host: String
    /// The port to listen on; 0 picks a free one.
    public let port: Int
    /// The prefix of all paths: empty, or like `/p`, without a slash at the end.
    public let basePath: String
    let publicAddress: ServerAddress?
    /// The folder of the saved index; `nil` if it isn't saved.
    public var stateFolder: URL?
    /// How often to scan the whole folder, for disks that report no changes; `nil` to scan only what can't be watched.
    public var rescanInterval: Duration?
    /// The files and folders to leave out, in addition to the exclusions of the folder's document.
    public var excluded: [PathPattern] = []
    /// Whether the start orders all photos of the folder by date, as the first start did.
    public var sortsAgain = false
    /// The time zone of capture times without one.
    public var timeZone: TimeZone
    /// The encoding of non-UTF-8 texts in photos, according to the owner's language; `nil` for a Western one.
    var textEncoding: String.Encoding?
    /// Whether all clients may read the feed, without a token.
    public var isPublic = false
    /// Whether clients may load the photos in full size, without metadata, in addition to the smaller images.
    public var servesOriginals = false
    /// Finds the photos' files while the server runs; `nil` if nothing looks for them.
    public var originals: OriginalFiles?
    /// Whether the feed contains where photos were taken, if their metadata contains it.
    public var showsLocations = false
    /// The program that makes smaller images of photos; `nil` to make none and show only small photos.
    private(set) var decoder: DecoderProgram?
    /// Sends notifications to browsers' push services; `nil` to send none.
    public var pushClient: (any HTTPClient)?
    /// Whether messages may also be sent to this machine and its network.
    var pushesPrivately = false
    /// The certificate for TLS; `nil` for unencrypted connections.
    public var certificate: CertificateFiles?
    /// Whether the log contains the addresses of clients.
    public var logsAddresses = false
    /// The limits on connections and slow clients.
    public var limits = ConnectionLimits()
    /// The key of the ids in a new index; `nil` for a random one.
    var key: SymmetricKey?
    /// The secret of the owner's key; `nil` for a random one at each start.
    var ownerSecret: TokenSecret?
    /// The folder for a copy of the index, opened instead of the index itself; `nil` to open the index.
    var indexCopy: URL?
    /// The limits on the number of requests.
    public var requestLimits = RequestLimits()
    var postLimits = PostLimits()
    /// Returns the current time, for everything but the times of files.
    var now: @Sendable () -> Date = { Date() }

    /// Checks the values and creates a configuration.
    /// - Parameters:
    ///   - folder: The path of the photo folder, which is never written to.
    ///   - location: The addresses of the server.
    ///   - environment: `XDG_STATE_HOME` and `HOME` determine the index's folder; `LC_ALL`, `LC_CTYPE` and `LANG` the
    ///     owner's language.
    ///   - timeZone: The time zone of capture times without one.
    /// - Throws: ``PhotoServerConfigurationError`` for the first invalid value.
    public init(
        folder: String, at location: ServerLocation = ServerLocation(), environment: [String: String],
        timeZone: TimeZone
    ) throws(PhotoServerConfigurationError) {
        let (host, port) = (location.host, location.port)
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.folder = folder
        self.host = isBracketed ? String(host.dropFirst().dropLast()) : host
        self.port = port
        self.basePath = try Self.normalized(basePath: location.basePath)
        publicAddress = try location.publicURL.map(Self.publicAddress)
        stateFolder = CatalogFile.folder(environment: environment)
        textEncoding = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
            .flatMap(String.Encoding.init(language:))
        self.timeZone = timeZone
        guard (0...65535).contains(port) else { throw .port(port) }
        guard pagePath.hasSuffix(basePath) else { throw .publicURLOutsideBasePath(basePath) }
        if publicAddress == nil, Self.isWildcard(self.host) { throw .wildcardWithoutPublicURL(host: host) }
        if !Self.isWildcard(self.host) { _ = try boundAddress(port: port) }
    }

    /// Returns a state folder for only one photo folder, to delete all records of its photos together; `nil` if the
    /// environment has neither `XDG_STATE_HOME` nor `HOME`.
    /// - Parameters:
    ///   - folder: The path of the folder with the photos.
    ///   - environment: `XDG_STATE_HOME` and `HOME`.
    public static func stateFolder(ofPhotosIn folder: String, environment: [String: String]) -> URL? {
        let name = CatalogFile.name(of: FilePath(folder)).prefix { $0 != "." }
        return CatalogFile.folder(environment: environment)?
            .appending(path: "app/\(name)", directoryHint: .isDirectory)
    }

    /// Makes smaller images of photos with the decoder of a program: the file in `ESSENTIAL_FEED_DECODER`, or else
    /// `essential-feed-decoder` beside the program or in `../libexec/essential-feed`.
    /// - Parameters:
    ///   - executable: The file of the running program.
    ///   - environment: The environment variables.
    public mutating func useDecoder(of executable: URL, environment: [String: String]) {
        decoder = DecoderProgram(for: executable, environment: environment)
    }

    /// The base of the server's URLs for browsers, possibly with another port.
    var pageAddress: ServerAddress? {
        do throws(PhotoServerConfigurationError) {
            return if let publicAddress { publicAddress } else { try boundAddress(port: port) }
        } catch {
            // Only a wildcard host has none, and it needs a public address.
            return nil
        }
    }

    /// The path of the pages for browsers: the public URL's, which may contain a proxy's prefix.
    var pagePath: String {
        publicAddress.flatMap { URL(string: $0.displayText)?.path(percentEncoded: true) } ?? basePath
    }

    /// Returns the base of the server's URLs for the bound port.
    func boundAddress(port: Int) throws(PhotoServerConfigurationError) -> ServerAddress {
        guard !host.contains(":") || Self.addressWithoutZone(host) != nil, !host.contains(where: "/?#@[]".contains)
        else {
            throw .host(host)
        }
        let name = host.contains(":") ? "[\(host.replacing("%", with: "%25"))]" : host
        let text = "\(certificate == nil ? "http" : "https")://\(name):\(max(1, port))\(basePath)"
        do {
            return try ServerAddress(text)
        } catch {
            throw .host(host)
        }
    }

    /// Reads the base of a server's URLs for its clients.
    /// - Throws: ``PhotoServerConfigurationError``, for example if the URL has user info.
    public static func publicAddress(_ text: String) throws(PhotoServerConfigurationError) -> ServerAddress {
        let components = URLComponents(string: text)
        guard components?.user == nil, components?.password == nil else { throw .publicURLWithUserInfo }
        do {
            return try ServerAddress(text)
        } catch {
            throw text.contains("@") ? .publicURLWithUserInfo : .publicURL(text)
        }
    }

    private static func normalized(basePath text: String) throws(PhotoServerConfigurationError) -> String {
        let parts = text.split(separator: "/")
        let allowed = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@")
        guard parts.allSatisfy({ $0 != "." && $0 != ".." && $0.allSatisfy(allowed.contains) }) else {
            throw .basePath(text)
        }
        return parts.map { "/\($0)" }.joined()
    }

    private static func addressWithoutZone(_ host: String) -> IPAddress? {
        IPAddress(six: String(host.prefix { $0 != "%" }))
    }

    /// Returns whether the host, in any notation, means every address of the machine.
    static func isWildcard(_ host: String) -> Bool {
        if host.isEmpty || host == "*" { return true }
        // Unlike `inet_pton`, this reads notations such as "0" and "0x0".
        var four = in_addr()
        if inet_aton(host, &four) != 0 { return four.s_addr == 0 }
        return addressWithoutZone(host)?.bytes.allSatisfy { $0 == 0 } == true
    }

    /// Returns whether other machines may reach the server, directly or through a proxy; blocks.
    func isReachable() throws -> Bool {
        if let publicAddress, !publicAddress.isOnlyForThisMachine { return true }
        if Self.isWildcard(host) { return true }
        return try SocketAddress.makeAddressResolvingHost(host, port: port).ipAddress?.isLoopback != true
    }

    /// Whether the server encrypts by itself, and its public URL has the usual port, so its host name is for this server.
    var isOnlySecure: Bool {
        guard certificate != nil, let publicAddress, !publicAddress.isOnlyForThisMachine,
            let origin = publicAddress.origin
        else { return false }
        return origin.isSecure && origin.port == 443
    }

    /// Returns a warning if the public URL leads to the server's own port, but not to the only address where it
    /// listens. The URL of a proxy has another port, a name or a certificate.
    func publicURLWarning(listeningAt local: SocketAddress?) -> String? {
        guard let local, local.ipAddress?.isLoopback == true, let publicAddress, let origin = publicAddress.origin,
            !origin.isSecure, origin.port == local.port,
            let address = IPAddress(four: origin.host) ?? IPAddress(six: origin.host), !address.isLoopback
        else { return nil }
        return """
            other devices can’t reach \(publicAddress.displayText): the server listens on \(PlainText.line(host)) only; \
            add --host 0.0.0.0
            """
    }
}

/// Where a server listens, and how its clients reach it.
public struct ServerLocation: Hashable, Sendable {
    /// A host name, an IPv4 address or an IPv6 address with or without brackets.
    public var host: String
    /// A port from 0 to 65535; 0 picks a free one.
    public var port: Int
    /// The prefix of all paths. `/p`, `p` and `/p/` are equivalent; an empty path and `/` add nothing.
    public var basePath: String
    /// The whole base of the server's URLs for its clients, including any path. Without it, image URLs begin with the
    /// bound address and the base path. The `Host` field of a request has no influence.
    public var publicURL: String?

    /// Creates an unchecked location.
    public init(host: String = "127.0.0.1", port: Int = 8080, basePath: String = "", publicURL: String? = nil) {
        (self.host, self.port, self.basePath, self.publicURL) = (host, port, basePath, publicURL)
    }
}

/// An invalid value for a ``PhotoServerConfiguration``.
public enum PhotoServerConfigurationError: Error, Hashable, Sendable, CustomStringConvertible, TranslatedError {
    /// The host is a wildcard, without a public URL.
    case wildcardWithoutPublicURL(host: String)
    /// The public URL isn't an absolute `http` or `https` URL with a host, or it has a query or a fragment.
    case publicURL(String)
    /// The public URL has, or may have, a user name or a password. The error keeps neither.
    case publicURLWithUserInfo
    /// The host is neither a name nor an address.
    case host(String)
    /// The port isn't in the range from 0 to 65535.
    case port(Int)
    /// The public URL's path doesn't end in the base path, so a proxy would have to add the base path to each request.
    case publicURLOutsideBasePath(String)
    /// The base path has characters not allowed in a path, or `.` or `..` as a component.
    case basePath(String)

    package var message: Message {
        switch self {
        case .wildcardWithoutPublicURL(let host):
            Message(
                "--host \(Self.shown(host)) listens on every address; add --public-url with the URL that clients use")
        case .publicURL(let text):
            Message(
                "\(Self.shown(text)) isn’t a valid public URL; write it like https://photos.example.com/feed-server")
        case .publicURLWithUserInfo:
            Message(
                "the public URL can’t have a user name or password; write it like https://photos.example.com/feed-server"
            )
        case .host(let host):
            Message("\(Self.shown(host)) isn’t a valid host; use a name or an address, such as 127.0.0.1 or ::1")
        case .port(let port): Message("\(port) isn’t a valid port; use 0 to 65535, where 0 picks a free one")
        case .basePath(let text): Message("\(Self.shown(text)) isn’t a valid base path; write it like /photos")
        case .publicURLOutsideBasePath(let path):
            Message(
                "the public URL doesn’t end in the base path \(Self.shown(path)); change one of them, or leave --base-path out if a proxy removes the path"
            )
        }
    }

    /// Returns the text after an `@`; a password may precede it.
    private static func shown(_ text: String) -> String {
        PlainText.line(text.lastIndex(of: "@").map { "…" + text[$0...] } ?? text)
    }
}
