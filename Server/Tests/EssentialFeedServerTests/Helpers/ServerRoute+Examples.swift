import EssentialFeed
import Foundation

@testable import EssentialFeedServer

extension ServerRoute {
    /// A route of each kind, so tests reach them all.
    static let examples = Array(sequence(first: ServerRoute.feed(.contract)) { $0.next })

    private static let id = UUID()

    /// The example after this one. Without a default, so a new kind of route doesn't compile before it has its place.
    private var next: ServerRoute? {
        switch self {
        case .feed(.contract): .feed(.atom)
        case .feed(.atom): .image(id: Self.id)
        case .image: .comments(imageID: Self.id)
        case .comments: .comment(imageID: Self.id, id: Self.id)
        case .comment: .reactions(imageID: Self.id)
        case .reactions: .reaction(imageID: Self.id, name: "heart")
        case .reaction: .post(id: Self.id)
        case .post: .changes
        case .changes: .openAPI
        case .openAPI: .live
        case .live: .ready
        case .ready: .page(.feed)
        case .page(.feed): .page(.months)
        case .page(.months): .page(.photo(Self.id))
        case .page(.photo): .page(.select)
        case .page(.select): .page(.download)
        case .page(.download): .page(.post)
        case .page(.post): .page(.preview)
        case .page(.preview): .page(.activity)
        case .page(.activity): .page(.people)
        case .page(.people): .page(.you)
        case .page(.you): .page(.ownPicture)
        case .page(.ownPicture): .page(.picture(ContentDigest(of: "".utf8)))
        case .page(.picture): .page(.join)
        case .page(.join): .page(.welcome)
        case .page(.welcome): .page(.signOut)
        case .page(.signOut): .page(.manifest)
        case .page(.manifest): .page(.worker)
        case .page(.worker): .page(.offline)
        case .page(.offline): .page(.asset(name: "app.css", version: "x"))
        case .page(.asset): nil
        }
    }

    var path: String {
        switch self {
        case .feed(let format): format.path
        case .image(let id): Route.image(id: id).path
        case .comments(let id): Route.comments(imageID: id).path
        case .comment(let image, let id): "\(Route.comments(imageID: image).path)/\(id)"
        case .reactions(let image): "\(Route.image(id: image).path)/reactions"
        case .reaction(let image, let name): "\(Route.image(id: image).path)/reactions/\(name)"
        case .post(let id): "/photos/\(id)"
        case .changes: "/changes"
        case .openAPI: "/openapi.yaml"
        case .live: "/livez"
        case .ready: "/readyz"
        case .page(let page): page.path
        }
    }
}
