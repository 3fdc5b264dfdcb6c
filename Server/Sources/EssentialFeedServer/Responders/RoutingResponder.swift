import EssentialFeed
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

final class RoutingResponder: HTTPResponder {
    private let basePath: String
    private let images: ImageResponder
    private let downloads: DownloadResponder
    /// Returns whether the folder can be read; may take as long as a slow disk.
    private let isReady: @Sendable () async -> Bool
    /// `nil` until the server has its base URL for images and the first photos.
    private let served = Mutex<Served?>(nil)

    struct Served {
        let photos: FeedResponder
        let comments: CommentsResponder
        let pages: PageResponder
        var friends: FriendsResponder?
        let links: ImageLinks
    }

    private static var healthy: Response {
        Response(ByteBuffer(string: "ok\n"), mediaType: "text/plain; charset=utf-8")
    }
    private static let openAPI = PreparedAnswer(
        ByteBuffer(bytes: PackageResources.openapi_yaml), mediaType: "application/yaml", cacheControl: "no-cache")

    init(basePath: String, images: ImageResponder, isReady: @escaping @Sendable () async -> Bool) {
        (self.basePath, self.images, self.isReady) = (basePath, images, isReady)
        downloads = DownloadResponder(source: images.source, timeZone: images.timeZone)
    }

    func serve(_ content: Served) { served.withLock { $0 = content } }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        try await respond(to: request, at: ServerRoute(of: request, below: basePath), from: .anyone)
    }

    func respond(
        to request: Request, at route: ServerRoute?, from requester: Requester,
        body: WriteBody = .whole(ByteBuffer())
    ) async throws -> Response {
        try await request.answered {
            try await answer(request, at: route, from: requester, body: body)
        }
    }

    private func answer(
        _ request: Request, at route: ServerRoute?, from requester: Requester, body: WriteBody
    ) async throws -> Response {
        // Answered early and without the disk: reading the first photos may take a while.
        if route == .live, request.method == .head || request.method == .get { return Self.healthy }
        guard let served = served.withLock({ $0 }) else {
            // The sign-in page is shown in the meantime, and needs its files.
            guard case .page(.asset(let name, let version))? = route, request.method == .head || request.method == .get
            else { throw Problem.starting }
            return try PageResponder.asset(name, version: version)
        }
        let links = served.links.signed(by: requester.signer)
        guard let route else { throw Problem.noSuchPath }
        guard route.methods.contains(request.method) else { throw Problem.methodNotAllowed(allow: route.allow) }
        let photos = served.photos
        switch route {
        case .live: return Self.healthy
        case .ready:
            guard await isReady() else { throw Problem.notReady }
            return Self.healthy
        case .comment, .reactions, .reaction, .post, .page(.preview), .changes:
            guard let friends = served.friends else { throw Problem.nothingSaved }
            return try await friends.respond(to: request, at: route, from: requester, body: body)
        case .page(.download):
            guard case .whole(let form) = body else { throw Problem.noSuchPath }
            return try await downloads.respond(to: FormFields(form), from: requester) {
                try await photos.photo($0, for: requester)
            }
        case .page(.ownPicture):
            guard case .photo(let upload) = body else { throw Problem.noSuchPath }
            return try await served.pages.changePicture(upload, request, from: requester)
        case .page(let page):
            guard case .whole(let form) = body else { throw Problem.noSuchPath }
            return try await served.pages.respond(to: request, at: page, from: requester, body: form)
        case .openAPI: return Self.openAPI.response(to: request.headers)
        case .feed(let format):
            return try await photos.feed(format, request.uri.query ?? "", conditions: request.headers, links: links)
        case .comments(let id):
            var response = try await served.comments.comments(of: id, conditions: request.headers, for: requester)
            if try await served.friends?.accepts(commentOn: id, from: requester) == true {
                response.headers[.acceptComments] = FeedFormat.contract.mediaType
            }
            return response
        case .image(let id):
            guard let photo = try await photos.photo(id, for: requester) else { throw Problem.noSuchImage }
            guard let size = ServedSize(query: request.uri.query ?? "") else { throw Problem.noSuchSize }
            var response = try await images.respond(
                with: photo, size, conditions: request.headers, isHead: request.method == .head, for: requester)
            let version = request.query.text(ImageLinks.versionName).flatMap { Int($0) } ?? 0
            // The URL is from another version of the picture.
            if version != photo.version {
                response.headers[.cacheControl] = CacheControl.list(isPrivate: requester.signer != nil)
            }
            return response
        }
    }
}

/// Forwards admitted requests and refuses all others with the same response for any path.
///
/// Health checks and the OpenAPI description need no authorization.
struct AuthorizingResponder: HTTPResponder {
    let access: ServerAccess
    let clients: ClientAddress
    let routing: RoutingResponder
    let photoReceiver: PhotoReceiver
    let signIn: BrowserSignIn?

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let route = context.route
        if let route, route.isForEverybody {
            var reader = Requester.anyone
            reader.language = language(of: request)
            return try await routing.respond(to: request, at: route, from: reader)
        }
        // Only image URLs are signed.
        let query = route?.image == nil ? "" : request.uri.query ?? ""
        var credentials = RequestCredentials(authorization: request.headers[.authorization], query: query)
        let browser = signIn?.browser(of: request)
        credentials.session = signIn?.cookie.value(in: request.headers)
        credentials.sessionTokenID = browser?.use.tokenID
        let asked = AccessState.Request(
            credentials: credentials, image: route?.image, size: ServedSize(query: query),
            address: clients.address(of: request, on: context.channel))
        switch access.control.admit(asked, on: context.channel, at: .now()) {
        case .admitted(var requester):
            requester.session = browser?.digest
            (requester.address, requester.connection) = (asked.address, context.channel)
            guard route?.isChanged(by: request.method) == true else {
                return try await routing.respond(to: request, at: route, from: requester)
            }
            requester.scopesNow = { [access, signIn] in
                if let browser, try signIn?.isSignedIn(browser) != true { return [] }
                return try access.scopes(of: asked)
            }
            requester.nameNow = { [access, id = requester.person?.id] in
                id.flatMap { access.control.token(id: $0)?.name }
            }
            return try await request.answered {
                // A page of another person may still be open.
                let writer = request.query.text("person")
                guard writer == nil || writer == requester.person?.id else { throw Problem.anotherPerson }
                try FriendsResponder.checkHead(of: request, at: route, from: requester)
                let body = try await body(of: request, at: route, on: context.channel)
                let response = try await routing.respond(to: request, at: route, from: requester, body: body)
                // Once the owner has the answer, a removed person is no longer admitted, and a new name counts.
                if route == .page(.people) || route == .page(.you) { await access.refresh() }
                return response
            }
        case .unauthorized:
            let problem = access.control.ownerKey == nil ? Problem.unauthorized : .ownerAwaited
            return problem.response.forHead(request)
        case .unavailable: return Problem.tokensUnreadable.response.forHead(request)
        case .tooMany(let retryAfter): return Problem.tooManyRequests(retryAfter: retryAfter).response.forHead(request)
        }
    }

    var bodyReader: BodyReader { photoReceiver.bodyReader }

    private func body(
        of request: Request, at route: ServerRoute?, on channel: any Channel
    ) async throws -> WriteBody {
        guard route?.takesPhoto(by: request.method) != true else {
            return .photo(try photoReceiver.photo(in: request, on: channel))
        }
        guard route != .page(.post) else {
            try await photoReceiver.discardShare(in: request, on: channel)
            return .whole(ByteBuffer())
        }
        return .whole(try await bodyReader.body(of: request, on: channel))
    }

    /// Returns the language chosen by the signed-in person; `nil` for none.
    func language(of request: Request) -> Language? {
        signIn?.browser(of: request).flatMap { access.control.token(id: $0.use.tokenID)?.language }
    }
}

extension ServerRoute {
    init?(of request: Request, below basePath: String) {
        guard request.uri.path.hasPrefix(basePath) else { return nil }
        self.init(path: request.uri.path.dropFirst(basePath.count))
    }
}

struct ConnectionContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    /// Set by ``NoticePageResponder``; `nil` for an unknown path.
    var route: ServerRoute?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
