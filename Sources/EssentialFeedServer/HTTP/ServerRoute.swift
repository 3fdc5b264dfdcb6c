import EssentialFeed
import Foundation

/// The paths that a server answers, below its base path: those of the contract and its own.
enum ServerRoute: Hashable {
    case feed(FeedFormat)
    case image(id: UUID)
    case comments(imageID: UUID)
    /// The description of all paths.
    case openAPI
    /// Whether the server runs.
    case live
    /// Whether the server can answer for its folder.
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

    /// The image that a request is for, or `nil` if it is for anything else.
    var image: UUID? {
        if case .image(let id) = self { id } else { nil }
    }

    /// Whether the response is the same for everybody and tells nothing about the photos.
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
