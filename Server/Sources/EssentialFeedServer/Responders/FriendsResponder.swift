import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix

struct FriendsResponder: Sendable {
    let friends: FriendsUseCases
    let threads: ServerThreads
    let logger: Logger

    func respond(
        to request: Request, at route: ServerRoute, from requester: Requester, body: WriteBody
    ) async throws -> Response {
        do {
            switch (route, request.method, body) {
            case (.post(let id), .put, .photo(let upload)):
                let group = try request.query.id(
                    "group", or: Problem.badRequest("group must be a random id, given once"))
                let (post, isNew) = try await friends.postPhoto(
                    upload, PostTexts(request.headers), id: id, group: group, by: requester)
                return Self.response(PostPayload(post), status: isNew ? .created : .ok)
            case (.page(.preview), .post, .photo(let upload)):
                let picture = try await friends.previewPhoto(upload, by: requester)
                return Response(ByteBuffer(bytes: picture), mediaType: "image/jpeg")
            case (.post(let id), .patch, .whole(let body)):
                let change = try Self.decoded(PostChange.self, body, or: .notAChange)
                let post = try await threads.writes.runIfActive {
                    try friends.changePost(id, by: requester, change)
                }
                try await friends.erase()
                return Self.response(PostPayload(post))
            case (.post(let id), .delete, _):
                try await threads.writes.runIfActive { try friends.deletePost(id, by: requester) }
                try await friends.erase()
                return Response(status: .noContent)
            case (.comment(let image, let id), .put, .whole(let body)):
                let sent = try Self.decoded(CommentBody.self, body, or: .notAComment)
                let (comment, isNew) = try await threads.writes.runIfActive {
                    try friends.postComment(sent.message, id: id, on: image, replyTo: sent.replyTo, by: requester)
                }
                return Self.response(CommentPayload(comment.id, on: nil, comment), status: isNew ? .created : .ok)
            case (.comment(let image, let id), .delete, _):
                try await threads.writes.runIfActive { try friends.deleteComment(id, on: image, by: requester) }
                try await friends.erase()
                return Response(status: .noContent)
            case (.reaction(let image, let name), .put, _), (.reaction(let image, let name), .delete, _):
                guard let reaction = Reaction(rawValue: name) else { throw FriendsError.noSuchReaction }
                let isSet = request.method == .put
                let reactions = try await threads.writes.runIfActive {
                    try friends.react(reaction, isSet: isSet, to: image, by: requester)
                    return try isSet ? friends.loadConversation(of: image, for: requester, limit: 0).reactions : []
                }
                return isSet ? Self.response(ReactionsPayload(reactions)) : Response(status: .noContent)
            case (.reactions(let image), _, _):
                let reactions = try await threads.files.runIfActive {
                    try friends.loadConversation(of: image, for: requester, limit: 0).reactions
                }
                return PreparedAnswer(
                    ByteBuffer(bytes: ReactionsPayload(reactions).json), cacheControl: Self.cacheControl
                ).response(to: request.headers)
            case (.changes, _, _): return try await changes(request, for: requester)
            default: throw Problem.noSuchPath
            }
        } catch let error where !(error is Problem || error is CancellationError) {
            throw Problem(FriendsError(error), logger)
        }
    }

    /// Refuses a request if its head rules it out, without reading the body.
    static func checkHead(of request: Request, at route: ServerRoute?, from requester: Requester) throws(Problem) {
        let scope: AccessScope
        switch (route, request.method) {
        case (.comment, .put): scope = .comment
        case (.post, .patch), (.page(.post)?, .post): scope = .post
        default: return
        }
        do throws(FriendsError) {
            _ = try requester.permitted(scope)
        } catch {
            throw .notPermitted(scope)
        }
        guard route != .page(.post) else { return }
        let type = request.headers[.contentType]?.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
        guard type?.lowercased() == "application/json" else { throw .notJSON }
    }

    func accepts(commentOn image: UUID, from requester: Requester) async throws -> Bool {
        try await threads.files.runIfActive { try friends.postComment.isOpen(to: requester, on: image) }
    }

    /// Answers a client that has everything, from memory.
    private func changes(_ request: Request, for requester: Requester) async throws -> Response {
        let since = try Self.since(request)
        let entityTag = "\"\(friends.loadChanges.version)-\(requester.person?.id ?? "")\""
        if let response = Response.notModified(request.headers, entityTag: entityTag, cacheControl: Self.cacheControl) {
            return response
        }
        let changes = try await threads.pages.run(for: requester.person?.id) {
            try friends.loadChanges(since: since, for: requester)
        }
        return PreparedAnswer(
            ByteBuffer(bytes: ChangesPayload(changes).json), entityTag: entityTag,
            cacheControl: Self.cacheControl
        ).response(to: request.headers)
    }

    private static let cacheControl = CacheControl.list(isPrivate: true)

    private static func since(_ request: Request) throws(Problem) -> ChangeNumber? {
        let problem = Problem.badRequest("since must be the next of an earlier answer, given once")
        guard let text = try request.query.single("since", or: problem) else { return nil }
        guard let since = ChangeNumber(text) else { throw problem }
        return since
    }

    private struct CommentBody: Decodable {
        let message: String
        let replyTo: UUID?

        enum CodingKeys: String, CodingKey {
            case message
            case replyTo = "reply_to"
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            message = try fields.decode(String.self, forKey: .message)
            replyTo = try fields.decodeIDIfPresent(forKey: .replyTo)
        }
    }

    private static func decoded<Body: Decodable>(
        _ type: Body.Type, _ body: ByteBuffer, or problem: Problem
    ) throws(Problem) -> Body {
        do {
            return try JSONDecoder().decode(Body.self, from: Data(body.readableBytesView))
        } catch {
            throw problem
        }
    }

    private static func response(_ payload: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        var response = Response(ByteBuffer(bytes: payload.json), mediaType: FeedFormat.contract.mediaType)
        response.status = status
        return response
    }
}

/// A comment in the shape of the contract, with the photo where the request doesn't name it.
private struct CommentPayload: Encodable {
    struct Author: Encodable {
        let username: String
    }

    let id: UUID
    var image: UUID?
    var message: String?
    var createdAt: String?
    var author: Author?
    var replyTo: UUID?
    var hidden: Bool?
    var deleted: Bool?

    /// - Parameter comment: `nil` if it was deleted.
    init(_ id: UUID, on photo: UUID?, _ comment: FriendComment?) {
        self.id = id
        image = photo
        message = comment?.message
        createdAt = comment.map { WireDate.text($0.writtenAt) }
        author = comment.map { Author(username: $0.author.name) }
        replyTo = comment?.replyTo
        hidden = comment?.isHidden == true ? true : nil
        deleted = comment == nil ? true : nil
    }
}

/// A posted photo as its person gets it; the feed has its images.
private struct PostPayload: Encodable {
    let id: UUID
    let caption: String?
    let location: String?
    let alt: String?
    let createdAt: String
    let author: CommentPayload.Author

    init(_ post: PostedPhoto) {
        id = post.id
        (caption, location, alt) = (post.texts.caption, post.texts.location, post.texts.alternative)
        createdAt = WireDate.text(post.postedAt)
        author = CommentPayload.Author(username: post.author.name)
    }
}

private struct ReactionsPayload: Encodable {
    struct Item: Encodable {
        let name: String
        let authors: [CommentPayload.Author]
    }

    let items: [Item]

    init(_ reactions: [PhotoReaction]) {
        items = reactions.map { reaction in
            Item(
                name: reaction.reaction.rawValue,
                authors: reaction.people.map { CommentPayload.Author(username: $0.name) })
        }
    }
}

private struct ChangesPayload: Encodable {
    struct Image: Encodable {
        let id: UUID
        let hidden: Bool
        let closed: Bool
        let deleted: Bool?
        let reactions: [ReactionsPayload.Item]
    }

    let next: String
    let more: Bool
    let feed: String
    let comments: [CommentPayload]
    let images: [Image]

    init(_ changes: LoadChanges.Changes) {
        next = changes.next.description
        more = changes.hasMore
        feed = changes.feed.text
        comments = changes.comments.map { CommentPayload($0.id, on: $0.photo, $0.comment) }
        images = changes.photos.map { photo in
            Image(
                id: photo.id, hidden: photo.state.isHidden || photo.state.isDeleted, closed: photo.state.isClosed,
                deleted: photo.state.isDeleted ? true : nil,
                reactions: ReactionsPayload(photo.reactions).items)
        }
    }
}
