import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import ImageFormats
import Logging
import NIOCore
import NIOPosix

/// Responds with the pages of the web app, which need no script.
struct PageResponder: Sendable {
    struct Settings: Sendable {
        var path = ""
        var timeZone = TimeZone.gmt
        /// Loads the feed's title, colour and cover; `nil` for the usual ones.
        var appearance: LoadAppearance?
        var servesOriginals = false
        var logger = Logger(label: "pages")
        var colours: @Sendable () -> InitialsColours = { InitialsColours() }
    }

    private static let cachedBytes = 32 << 20

    /// Identifies a photo's page, or the part with the comments, for requests with the same response.
    struct PhotoKey: Hashable {
        let photo: UUID
        let query: ConversationQuery
        let person: Person?
        let scopes: Set<AccessScope>
        let links: String
        let language: Language
        let accent: AccentColour?
        let colours: InitialsColours
    }

    let photos: any PublishedPhotos
    /// `nil` if nothing can be saved.
    let friends: FriendsUseCases?
    /// `nil` if no one can be invited.
    let people: PeopleResponder?
    private let you: YouResponder?
    let settings: Settings
    let threads: ServerThreads
    let prepared = PreparedPages()
    let comments = PageComments()
    let recent = RecentAnswers<String, PhotoKey, PreparedAnswer>(maximum: cachedBytes)
    let monthCounts = RecentAnswers<CatalogVersion, TimeZone, [PhotoMonth: Int]>(maximum: 2)
    var logger: Logger { settings.logger }
    var path: String { settings.path }
    var accent: AccentColour? { settings.appearance?.accent }

    init(
        _ photos: any PublishedPhotos, friends: FriendsUseCases?, people: PeopleResponder? = nil, settings: Settings,
        threads: ServerThreads
    ) {
        (self.photos, self.friends, self.people) = (photos, friends, people)
        you = people.flatMap { people in
            friends.map { YouResponder(people: people, changePicture: $0.changePicture) }
        }
        (self.settings, self.threads) = (settings, threads)
    }

    func respond(
        to request: Request, at route: PageRoute, from requester: Requester, body: ByteBuffer
    ) async throws -> Response {
        do {
            return try await answer(to: request, at: route, from: requester, body: body)
        } catch let problem as Problem where [.notFound, .forbidden].contains(problem.status) {
            guard requester.person != nil, request.method != .post,
                request.headers[.accept]?.contains("text/html") == true
            else { throw problem }
            // The person may have a draft for something deleted or no longer permitted.
            let place = place(for: request, from: requester)
            let (language, frame) = (place.language, place.frame(title(in: place.language)))
            let page = NoticeWebPage(problem.status, at: route, in: frame, language)
            return .page(PageTemplate.notice.page(page), explaining: problem)
        }
    }

    private func answer(
        to request: Request, at route: PageRoute, from requester: Requester, body: ByteBuffer
    ) async throws -> Response {
        switch route {
        // Others answer these.
        case .join, .signOut, .download, .preview, .ownPicture: throw Problem.noSuchPath
        case .asset(let name, let version): return try Self.asset(name, version: version)
        case .worker: return try Self.asset("worker.js")
        case .offline:
            let (language, accent) = (language(for: request, from: requester), accent)
            let title = title(in: language)
            let page = prepared.page("offline \(accent?.text ?? "") \(title)", in: language) {
                PageTemplate.notice.page(
                    NoticeWebPage(
                        frame: PageFrame(title: title, language: language, basePath: path, accent: accent),
                        heading: language.text(PageText.noConnection),
                        explanation: language.text(PageText.noSavedPage)))
            }
            return PreparedAnswer(page: page, isPrivate: false).page(for: request)
        case .manifest:
            let manifest = PageManifest.json(
                title: settings.appearance?.title, accent: accent, basePath: path,
                mayPost: friends != nil && requester.scopes.contains(.post))
            return PreparedAnswer(
                ByteBuffer(bytes: manifest), mediaType: PageManifest.mediaType,
                cacheControl: CacheControl.list(isPrivate: requester.signer != nil)
            ).response(to: request.headers)
        case .post:
            guard friends != nil, requester.scopes.contains(.post) else {
                throw Problem(.notPermitted(.post), logger)
            }
            guard request.method != .post else {
                return .seeOther("\(path)\(PageRoute.post.path)?\(PageRoute.lostShare)")
            }
            let isShareLost = request.uri.query == PageRoute.lostShare
            return try await page(request, requester) {
                PageTemplate.post.page(PostWebPage(in: $0, isShareLost: isShareLost))
            }
        case .welcome:
            guard let people else { throw Problem.noSuchPath }
            let keeping = PageText.keeping(with: request.headers[.userAgent])
            return try await page(request, requester) {
                try welcome(people.tokens, keeping, in: $0, for: requester)
            }
        case .activity:
            guard let friends else { throw Problem.noSuchPath }
            guard request.method != .post else { return try await answer(FormFields(body), from: requester) }
            return try await page(request, requester) { try activity(friends, in: $0, for: requester) }
        case .people:
            guard let people else { throw Problem.noSuchPath }
            return try await people.respond(
                to: request, in: place(for: request, from: requester), from: requester, body: body)
        case .you:
            guard let you else { throw Problem.noSuchPath }
            return try await you.respond(
                to: request, in: place(for: request, from: requester), from: requester, body: .whole(body))
        case .picture(let digest):
            guard let loadPicture = friends?.loadPicture,
                let picture = try await threads.files.runIfActive({ try loadPicture(digest) })
            else { throw Problem.noSuchPath }
            return Response(
                ByteBuffer(bytes: picture), mediaType: SizedImage.mediaType,
                cacheControl: CacheControl.image(isPrivate: requester.signer != nil))
        case .feed:
            let query = try FeedPageQuery(request.uri.query ?? "")
            let month = request.query.text("month")
            return try await page(request, requester) {
                try feed(firstPage(query, of: month), in: $0, for: requester)
            }
        case .months: return try await page(request, requester) { try months(in: $0) }
        case .select:
            let query = request.uri.query ?? ""
            return try await page(request, requester) { try select(query, in: $0) }
        case .photo(let id):
            guard request.method == .post else {
                return try await photo(
                    id, try ConversationQuery(request.uri.query ?? ""), of: request, for: requester)
            }
            return try await answer(FormFields(body), on: id, to: request, from: requester)
        }
    }

    func changePicture(
        _ upload: PhotoUpload, _ request: Request, from requester: Requester
    ) async throws -> Response {
        guard let you else { throw Problem.noSuchPath }
        return try await you.respond(
            to: request, in: place(for: request, from: requester), from: requester, body: .photo(upload))
    }

    func language(for request: Request, from requester: Requester) -> Language {
        requester.language ?? Language(accepting: request.headers[.acceptLanguage])
    }

    func title(in language: Language) -> String { settings.appearance?.title ?? language.text(PageText.feed) }

    func place(for request: Request, from requester: Requester) -> PagePlace {
        var place = PagePlace(
            language: language(for: request, from: requester), basePath: path,
            timeZone: settings.timeZone,
            // Read first: the page is at least as new.
            changes: friends.map { (photos.version.text, $0.loadChanges.last) }, reader: requester.person)
        (place.accent, place.signer) = (accent, requester.signer)
        place.pictures = friends?.loadPicture.digests ?? [:]
        place.colours = settings.colours()
        return place
    }

    private func page(
        _ request: Request, _ requester: Requester,
        _ make: @escaping @Sendable (PagePlace) throws -> String
    ) async throws -> Response {
        let place = place(for: request, from: requester)
        let answer = try await threads.pages.run(for: requester.person?.id) {
            PreparedAnswer(page: try make(place), isPrivate: place.signer != nil)
        }
        return answer.page(for: request)
    }

    /// Differs whenever a part of a page differs.
    var version: String { friends?.loadChanges.version ?? photos.version.text }

    func card(_ photo: ListedPhoto, isWhole: Bool, isFirst: Bool = false, in place: PagePlace) -> PageCard {
        let largest = photo.sizes.largest(withOriginal: settings.servesOriginals)
        let download = place.links.url(of: photo, largest)
        var card = PageCard(
            photo, picture: place.picture(photo, isWhole: isWhole), download: download, in: place, isFirst: isFirst)
        if isWhole, largest == .original { card.original = "\(download) \(photo.sizes.pixels(largest).width)w" }
        return card
    }

    /// - Parameter version: The version in the file's path; `nil` if it has none.
    static func asset(_ name: String, version: String? = nil) throws -> Response {
        let style = AccentStyle(named: name)
        guard let file = style?.file ?? PageAssets.files[name] else { throw Problem.noSuchPath }
        let current = style?.version ?? PageAssets.version
        // A page of an older program keeps working with the newer file, but the browser doesn't keep it.
        return Response(
            ByteBuffer(bytes: file.bytes), mediaType: file.mediaType,
            cacheControl: version == current ? CacheControl.image(isPrivate: false) : "no-store")
    }
}
