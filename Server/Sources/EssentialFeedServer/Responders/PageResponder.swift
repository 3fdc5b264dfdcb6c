import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix

/// Responds with the pages of the web app, which need no script.
struct PageResponder: Sendable {
    struct Settings: Sendable {
        /// The path below which browsers find the pages.
        var path = ""
        var timeZone = TimeZone.gmt
        /// Whether people may download photos in their full size.
        var servesOriginals = false
        var logger = Logger(label: "pages")
    }

    private let photos: any PublishedPhotos
    /// `nil` if nothing can be saved.
    private let friends: FriendsUseCases?
    /// `nil` if no one can be invited.
    private let people: PeopleResponder?
    private let settings: Settings
    private let threads: NIOThreadPool
    private var logger: Logger { settings.logger }
    private var path: String { settings.path }

    /// - Parameter people: Invites people; `nil` if no one can be invited.
    init(
        _ photos: any PublishedPhotos, friends: FriendsUseCases?, people: PeopleResponder? = nil, settings: Settings,
        threads: NIOThreadPool
    ) {
        (self.photos, self.friends, self.people) = (photos, friends, people)
        (self.settings, self.threads) = (settings, threads)
    }

    /// - Parameter body: The fields of a form.
    /// - Throws: ``Problem``, catalog errors.
    func respond(
        to request: Request, at route: PageRoute, from requester: Requester, body: ByteBuffer
    ) async throws -> Response {
        switch route {
        // These pages need no authorization.
        case .join, .signOut: throw Problem.noSuchPath
        case .asset(let name, let version): return try Self.asset(name, isKept: version == PageAssets.version)
        case .worker: return try Self.asset("worker.js", isKept: false)
        case .offline:
            let place = place(for: request)
            return Self.response(
                PageTemplate.notice.page(
                    NoticeWebPage(
                        frame: PageFrame(
                            title: place.language.text(PageText.feed), language: place.language, basePath: path),
                        heading: place.language.text(PageText.noConnection),
                        explanation: place.language.text(PageText.noSavedPage))), to: request)
        case .post:
            guard friends != nil, requester.scopes.contains(.post) else {
                throw Problem(.notPermitted(.post), logger)
            }
            let place = place(for: request)
            return Self.response(
                PageTemplate.post.page(PostWebPage(frame: place.frame(place.language.text(PageText.postPhotos)))),
                to: request)
        case .people:
            guard let people else { throw Problem.noSuchPath }
            return try await people.respond(to: request, in: place(for: request), from: requester, body: body)
        case .feed:
            let query = try FeedPageQuery(request.uri.query ?? "")
            return try await page(request, requester) { try feed(query, in: $0, $1, for: requester) }
        case .photo(let id):
            guard request.method == .post else {
                return try await page(request, requester) { try photo(id, in: $0, $1, for: requester) }
            }
            return try await answer(FormFields(body), on: id, to: request, from: requester)
        }
    }

    private func answer(
        _ fields: FormFields, on photo: UUID, to request: Request, from requester: Requester
    ) async throws -> Response {
        guard let friends else { throw Problem.nothingSaved }
        guard let form = PhotoForm(fields, on: photo) else { throw Problem.malformedForm }
        let place = place(for: request)
        do {
            try await threads.runIfActive { try form.perform(with: friends, on: photo, by: requester) }
            return .seeOther(form.destination(of: photo, in: place))
        } catch FriendsError.ended {
            throw Problem.unauthorized
        } catch let error as FriendsError {
            let problem = Problem(error, logger)
            let answer = FormAnswer(error, to: form, in: place.language)
            let links = ImageLinks(below: path).signed(by: requester.signer)
            let page = try await threads.runIfActive {
                try self.photo(photo, in: place, links, for: requester, answering: answer)
            }
            var response = PreparedAnswer(page: page, isPrivate: links.isPrivate).response(to: [:])
            response.status = problem.status
            response.headers[.retryAfter] = problem.retryAfter.map(String.init)
            response.headers[.cacheControl] = "no-store"
            response.headers.addPageFields()
            return response
        }
    }

    private func place(for request: Request) -> PagePlace {
        PagePlace(
            language: Language(accepting: request.headers[.acceptLanguage]), basePath: path,
            timeZone: settings.timeZone,
            // Read before the page, so that the page is at least as new.
            changes: friends.map { (photos.version.text, $0.loadChanges.last) })
    }

    private func page(
        _ request: Request, _ requester: Requester,
        _ make: @escaping @Sendable (PagePlace, ImageLinks) throws -> String
    ) async throws -> Response {
        let place = place(for: request)
        let links = ImageLinks(below: path).signed(by: requester.signer)
        let page = try await threads.runIfActive { try make(place, links) }
        var response = PreparedAnswer(page: page, isPrivate: links.isPrivate).response(to: request.headers)
        response.headers.addPageFields()
        return response
    }

    private func feed(
        _ query: FeedPageQuery, in place: PagePlace, _ links: ImageLinks, for requester: Requester
    ) throws -> String {
        guard let listed = try photos.page(after: query.cursor, limit: query.limit + 1) else {
            throw Problem.noSuchCursor
        }
        let shown = listed.prefix(query.limit)
        let next = listed.count > query.limit ? shown.last?.id : nil
        return PageTemplate.feed.page(
            FeedWebPage(
                frame: place.frame(place.language.text(PageText.feed)),
                cards: shown.enumerated().map { index, photo in
                    PageCard(
                        photo, picture: picture(photo, isWhole: false, links), in: place,
                        isFirst: index == 0 && query.cursor == nil)
                },
                isLaterPage: query.cursor != nil, isSignedIn: links.isPrivate,
                isOwner: people != nil && requester.scopes.contains(.admin),
                mayPost: friends != nil && requester.scopes.contains(.post),
                older: next.map { path + PageRoute.feed.path + query.next(after: $0).text }))
    }

    /// - Parameter answer: The answer to a form that wasn't accepted.
    private func photo(
        _ id: UUID, in place: PagePlace, _ links: ImageLinks, for requester: Requester,
        answering answer: FormAnswer? = nil
    ) throws -> String {
        guard let photo = try photos.listed(id), let conversation = try conversation(on: id, for: requester) else {
            throw Problem.noSuchImage
        }
        let before = try photos.ids(before: id, limit: FeedQuery.defaultLimit)
        let newer = before.first
        let older = try photos.page(after: id, limit: 1)?.first?.id
        let card = PageCard(photo, picture: picture(photo, isWhole: true, links), in: place)
        // The page of the feed that has the photo: the first one, or one that begins with it.
        let page = before.count < FeedQuery.defaultLimit ? nil : newer.map { FeedPageQuery().next(after: $0) }
        let largest = photo.sizes.listed(withOriginal: settings.servesOriginals).last ?? .medium
        return PageTemplate.photo.page(
            PhotoWebPage(
                frame: place.frame(card.place ?? card.author?.name ?? place.language.text(PageText.photo)), card: card,
                conversation: PageConversation(
                    conversation, for: friends == nil ? .anyone : requester, answering: answer, in: place),
                edit: PagePhotoTexts(photo, by: conversation.poster, for: requester, answering: answer),
                feed: "\(path)\(PageRoute.feed.path)\(page?.text ?? "")#photo-\(card.id)",
                newer: newer.map(place.address), older: older.map(place.address), download: links.url(of: id, largest),
                fileName: "\(photo.date.formatted(.iso8601.year().month().day())).jpg"))
    }

    private func conversation(on id: UUID, for requester: Requester) throws -> LoadConversation.Conversation? {
        guard let friends else {
            return try photos.comments(of: id).map {
                LoadConversation.Conversation(documentComments: $0, comments: [], reactions: [], isClosed: false)
            }
        }
        do {
            return try friends.loadConversation(of: id, for: requester)
        } catch {
            throw Problem(error, logger)
        }
    }

    private func picture(_ photo: ListedPhoto, isWhole: Bool, _ links: ImageLinks) -> PagePicture {
        PagePicture(photo, isWhole: isWhole) { links.url(of: photo.id, $0) }
    }

    /// Returns the answer with a page that is the same for everyone.
    private static func response(_ page: String, to request: Request) -> Response {
        var response = PreparedAnswer(page: page, isPrivate: false).response(to: request.headers)
        response.headers.addPageFields()
        return response
    }

    private static func asset(_ name: String, isKept: Bool) throws -> Response {
        guard let file = PageAssets.file(name) else { throw Problem.noSuchPath }
        // A page of an older program keeps working with the newer file, but the browser doesn't keep it.
        return Response(
            ByteBuffer(bytes: file.bytes), mediaType: file.mediaType,
            cacheControl: isKept ? CacheControl.image(isPrivate: false) : "no-store")
    }
}

extension PreparedAnswer {
    init(page: String, isPrivate: Bool) {
        self.init(
            ByteBuffer(string: page), mediaType: PageTemplate.mediaType,
            entityTag: ContentDigest(of: page.utf8).entityTag, cacheControl: CacheControl.list(isPrivate: isPrivate))
    }
}

extension Response {
    /// Returns the answer to a form, which leads to a page.
    static func seeOther(_ location: String) -> Response {
        Response(status: .seeOther, headers: [.location: location, .cacheControl: "no-store"])
    }
}

extension HTTPFields {
    /// Adds the fields of a page: it runs nothing but our own files, and no other site learns where a link was followed.
    mutating func addPageFields() {
        self[.contentSecurityPolicy] = """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
            manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
            require-trusted-types-for 'script'; trusted-types essential-feed
            """
        // Without a referrer, browsers would send no origin with forms either.
        self[.referrerPolicy] = "same-origin"
        self[.vary] = "Accept-Language"
    }
}

extension HTTPField.Name {
    // The names are valid, so the initializer succeeds.
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
}
