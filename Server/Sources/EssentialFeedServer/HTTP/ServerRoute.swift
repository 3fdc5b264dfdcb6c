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
