import EssentialFeed
import Foundation

/// The paths that a server answers below its base path: the paths of the API contract and additional ones.
enum ServerRoute: Hashable {
    case feed(FeedFormat)
    case image(id: UUID)
    case comments(imageID: UUID)
    /// The OpenAPI description.
    case openAPI
    /// Whether the server is running.
    case live
    /// Whether the server can serve its folder.
    case ready

    init?(path: some StringProtocol) {
        switch String(path) {
        case FeedFormat.json.path: self = .feed(.json)
        case FeedFormat.atom.path: self = .feed(.atom)
        case "/openapi.yaml": self = .openAPI
        case "/livez": self = .live
        case "/readyz": self = .ready
        default:
            switch Route(path: path) {
            case .feed: self = .feed(.contract)
            case .image(let id): self = .image(id: id)
            case .comments(let id): self = .comments(imageID: id)
            case nil: return nil
            }
        }
    }

    /// The requested image; `nil` for other routes.
    var image: UUID? {
        if case .image(let id) = self { id } else { nil }
    }

    /// Whether the response is the same for everyone and reveals nothing about the photos.
    var isForEverybody: Bool {
        switch self {
        case .live, .ready, .openAPI: true
        case .feed, .image, .comments: false
        }
    }

    /// The path without ids.
    var template: String {
        switch self {
        case .feed(let format): format.path
        case .image: "/image/{id}"
        case .comments: "/image/{id}/comments"
        case .openAPI: "/openapi.yaml"
        case .live: "/livez"
        case .ready: "/readyz"
        }
    }
}

/// The host names that a server on a loopback address accepts.
///
/// A web page can point its own host name at this machine to read the responses (DNS rebinding). The page's requests
/// still carry that name, so the server can refuse them.
struct OwnNames: Sendable {
    /// The host name or address that the server listens on.
    let host: String
    /// The port that the server listens on; `nil` to accept any port.
    let port: Int?
    /// The authority of most requests, checked first.
    private let usual: String?

    init(host: String, port: Int?) {
        (self.host, self.port) = (host, port)
        usual = host.contains(":") ? nil : port.map { "\(host):\($0)" }
    }

    /// Returns whether the server accepts an authority such as `localhost:8080`.
    func contains(_ authority: String) -> Bool {
        if authority == usual { return true }
        guard let (name, port) = Self.split(authority), port == nil || self.port == nil || port == self.port
        else { return false }
        return name == "localhost" || name.hasSuffix(".localhost") || name == host.lowercased()
            || Self.address(name)?.isLoopback == true
    }

    /// Returns the lowercase name, including the brackets of an IPv6 address, and the port if the authority has one.
    private static func split(_ authority: String) -> (name: String, port: Int?)? {
        let authority = authority.lowercased()
        let end = authority.firstIndex(of: "]").map(authority.index(after:)) ?? authority.firstIndex(of: ":")
        let name = authority[..<(end ?? authority.endIndex)]
        let rest = authority[name.endIndex...]
        guard !rest.isEmpty else { return (String(name), nil) }
        let digits = rest.dropFirst()
        guard rest.first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        if digits.isEmpty { return (String(name), nil) }
        return Int(digits).map { (String(name), $0) }
    }

    private static func address(_ name: String) -> IPAddress? {
        guard name.hasPrefix("["), name.hasSuffix("]") else { return IPAddress(four: name) }
        return IPAddress(six: String(name.dropFirst().dropLast()))
    }
}
