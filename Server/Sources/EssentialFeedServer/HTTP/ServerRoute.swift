import EssentialFeed
import Foundation
import HTTPTypes

/// A server's paths below its base path: the paths of the API contract and additional ones.
///
/// `RoutingResponder` and `FriendsResponder` answer them, and `openapi.yaml` describes them.
enum ServerRoute: Hashable {
    case feed(FeedFormat)
    case image(id: UUID)
    case comments(imageID: UUID)
    case comment(imageID: UUID, id: UUID)
    case reactions(imageID: UUID)
    /// A person's own reaction with a name, which may be unknown.
    case reaction(imageID: UUID, name: String)
    case post(id: UUID)
    case changes
    case page(PageRoute)
    case openAPI
    /// Whether the server is running.
    case live
    /// Whether the server can serve its folder.
    case ready

    init?(path: some StringProtocol) {
        switch String(path) {
        case FeedFormat.atom.path: self = .feed(.atom)
        case "/changes": self = .changes
        case "/openapi.yaml": self = .openAPI
        case "/livez": self = .live
        case "/readyz": self = .ready
        default:
            switch Route(path: path) {
            case .feed: self = .feed(.contract)
            case .image(let id): self = .image(id: id)
            case .comments(let id): self = .comments(imageID: id)
            case nil:
                guard let route = Self(friendsPath: path) ?? PageRoute(path: path).map(Self.page) else { return nil }
                self = route
            }
        }
    }

    private init?(friendsPath path: some StringProtocol) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count > 2, parts[0].isEmpty, let id = UUID(exactly: parts[2]) else { return nil }
        switch (parts[1], parts.dropFirst(3).first, parts.count) {
        case ("photos", nil, _): self = .post(id: id)
        case ("image", "comments"?, 5):
            guard let comment = UUID(exactly: parts[4]) else { return nil }
            self = .comment(imageID: id, id: comment)
        case ("image", "reactions"?, 4): self = .reactions(imageID: id)
        case ("image", "reactions"?, 5): self = .reaction(imageID: id, name: String(parts[4]))
        default: return nil
        }
    }

    var methods: [HTTPRequest.Method] {
        switch self {
        case .comment, .reaction: [.put, .delete]
        case .post: [.put, .patch, .delete]
        case .page(.join), .page(.photo), .page(.post), .page(.activity), .page(.people), .page(.you):
            [.get, .head, .post]
        case .page(let page) where page.form != nil: [.post]
        case .feed, .image, .comments, .reactions, .changes, .page, .openAPI, .live, .ready: [.get, .head]
        }
    }

    var allow: String { methods.map(\.rawValue).joined(separator: ", ") }

    func isChanged(by method: HTTPRequest.Method) -> Bool {
        methods.contains(method) && method != .get && method != .head
    }

    func takesPhoto(by method: HTTPRequest.Method) -> Bool {
        switch self {
        case .post: method == .put
        case .page(.preview), .page(.ownPicture): method == .post
        default: false
        }
    }

    var image: UUID? {
        if case .image(let id) = self { id } else { nil }
    }

    /// Whether the response is the same for everyone and reveals nothing about the photos.
    var isForEverybody: Bool {
        switch self {
        case .live, .ready, .openAPI, .page(.asset), .page(.join), .page(.worker), .page(.offline): true
        case .feed, .image, .comments, .comment, .reactions, .reaction, .post, .changes, .page: false
        }
    }
}

enum FeedFormat: CaseIterable {
    case contract
    case atom

    var path: String { self == .atom ? "/feed.atom" : "/feed" }

    var mediaType: String { self == .atom ? "application/atom+xml" : "application/json" }
}
