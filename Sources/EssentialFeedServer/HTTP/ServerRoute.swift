import EssentialFeed

/// The paths that a server answers, below its base path: those of the contract and its own.
enum ServerRoute: Hashable {
    case contract(Route)
    case jsonFeed
    case atomFeed
    /// The description of all paths.
    case openAPI
    /// Whether the server runs.
    case live
    /// Whether the server can answer for its folder.
    case ready

    init?(path: some StringProtocol) {
        switch path {
        case "/feed.json": self = .jsonFeed
        case "/feed.atom": self = .atomFeed
        case "/openapi.yaml": self = .openAPI
        case "/livez": self = .live
        case "/readyz": self = .ready
        default:
            guard let route = Route(path: path) else { return nil }
            self = .contract(route)
        }
    }

    /// The path without ids.
    var template: String {
        switch self {
        case .contract(.feed): "/feed"
        case .contract(.image): "/image/{id}"
        case .contract(.comments): "/image/{id}/comments"
        case .jsonFeed: "/feed.json"
        case .atomFeed: "/feed.atom"
        case .openAPI: "/openapi.yaml"
        case .live: "/livez"
        case .ready: "/readyz"
        }
    }
}
