import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import ImageFormats
import NIOCore
import NIOPosix
import Synchronization

/// Responds with pages of the feed and with comments.
///
/// A page begins after the image whose id is the cursor. The entity tag is derived from the catalog's version and the
/// request, so a client that already has the page gets its answer without a read.
struct FeedResponder: Sendable {
    /// The maximum size of the page cache, in bytes.
    private static let cachedBytes = 8 << 20
    /// Increase this with every change to an item's content.
    private static let contentVersion = 6

    /// The title of the feed for feed readers.
    private static let title = "Essential Feed"

    private let photos: any PublishedPhotos
    private let addresses: FeedPageAddresses
    private let threads: NIOThreadPool
    private let servesOriginals: Bool
    private let recent = RecentAnswers<PageKey, PreparedAnswer>(maximum: cachedBytes)

    private struct PageKey: Hashable {
        let format: FeedFormat
        let page: FeedPageQuery
        let links: String
    }

    /// - Parameter servesOriginals: Whether clients may download photos in their full size.
    init(
        _ photos: any PublishedPhotos, addresses: FeedPageAddresses, threads: NIOThreadPool,
        servesOriginals: Bool = false
    ) {
        self.servesOriginals = servesOriginals
        self.photos = photos
        self.addresses = addresses
        self.threads = threads
    }

    /// Returns the requested page.
    /// - Throws: ``Problem`` if the query is malformed or the cursor unknown; catalog errors.
    func feed(
        _ format: FeedFormat, _ query: String, conditions: HTTPFields, links: ImageLinks
    ) async throws -> Response {
        let version = photos.version
        let page = try FeedPageQuery(query)
        let key = PageKey(format: format, page: page, links: links.key)
        if let answer = recent.answer(for: key, at: version) { return answer.response(to: conditions) }
        let entityTag = Self.entityTag(page, format, version: version, links: links)
        guard EntityTagCondition.isExpected(conditions, entityTag: entityTag) else { throw Problem.preconditionFailed }
        if EntityTagCondition.isFresh(conditions, entityTag: entityTag) {
            return .notModified(entityTag: entityTag, cacheControl: CacheControl.list(isPrivate: links.isPrivate))
        }
        let answer = try await threads.runIfActive { try read(page, format, entityTag: entityTag, links: links) }
        recent.insert(answer, for: key, at: version, size: answer.count)
        return answer.response(to: conditions)
    }

    /// Reads a page and one more photo, which shows whether another page follows; blocks.
    private func read(
        _ page: FeedPageQuery, _ format: FeedFormat, entityTag: String, links: ImageLinks
    ) throws -> PreparedAnswer {
        guard let listed = try photos.page(after: page.cursor, limit: page.limit + 1) else {
            throw Problem.noSuchCursor
        }
        let photos = listed.prefix(page.limit)
        let next = listed.count > page.limit ? photos.last?.id : nil
        let body =
            switch format {
            case .contract: FeedPayload.encode(written: photos.map { image($0, links) })
            case .atom: AtomFeed.encode(readerPage(of: photos, page, format, next: next, links: links))
            }
        return PreparedAnswer(
            ByteBuffer(bytes: body), mediaType: format.mediaType, entityTag: entityTag,
            cacheControl: CacheControl.list(isPrivate: links.isPrivate), link: addresses.link(format, page, next: next))
    }

    private func readerPage(
        of photos: some Sequence<ListedPhoto>, _ page: FeedPageQuery, _ format: FeedFormat, next: UUID?,
        links: ImageLinks
    ) -> ReaderPage {
        ReaderPage(
            title: Self.title, address: addresses.address(format, page),
            nextAddress: next.map { addresses.address(format, page.next(after: $0)) },
            entries: photos.map {
                ReaderEntry(
                    id: $0.id, date: $0.date, description: $0.description, place: $0.place, author: $0.author,
                    image: links.url(of: $0.id))
            })
    }

    /// Returns the comments on an image.
    /// - Parameter isPrivate: Whether only the reader may cache the response.
    func comments(of imageID: UUID, conditions: HTTPFields, isPrivate: Bool) async throws -> Response {
        let comments = try await threads.runIfActive { [photos] in try photos.comments(of: imageID) }
        guard let comments else { throw Problem.noSuchImage }
        let cacheControl = CacheControl.list(isPrivate: isPrivate)
        return PreparedAnswer(ImageCommentsPayload.encode(comments), cacheControl: cacheControl)
            .response(to: conditions)
    }

    /// Returns a photo with its file, or `nil` if no photo has this id.
    func photo(_ id: UUID) async throws -> Photo? {
        try await threads.runIfActive { [photos] in try photos.photo(id) }
    }

    private func image(_ photo: ListedPhoto, _ links: ImageLinks) -> FeedPayload.Image {
        let hasSize = photo.sizes.pixels(.original).pixelCount > 0
        let variants = hasSize ? photo.sizes.listed(withOriginal: servesOriginals) : []
        // A signature takes microseconds, and there are several for each photo.
        let medium = links.url(of: photo.id)
        let url = { (size: ServedSize) in size == .medium ? medium : links.url(of: photo.id, size) }
        var image = FeedPayload.Image(
            id: photo.id, description: photo.description, location: photo.place, url: medium,
            pixelSize: hasSize ? photo.sizes.pixels(.medium) : nil, placeholder: photo.placeholder,
            createdAt: photo.date, author: photo.author,
            variants: variants.count < 2
                ? []
                : variants.map { (url: url($0), size: photo.sizes.pixels($0)) })
        (image.alternative, image.commentCount) = (photo.alternative, photo.commentCount)
        return image
    }

    private static func entityTag(
        _ page: FeedPageQuery, _ format: FeedFormat, version: CatalogVersion, links: ImageLinks
    ) -> String {
        let cursor = page.cursor?.uuidString ?? ""
        return "\"\(version.text)-\(contentVersion)-\(links.key)-\(cursor)-\(page.limit)\(format.tagSuffix)\""
    }
}

/// The image URLs for one reader.
struct ImageLinks: Sendable {
    /// The percent-encoded base of the URLs.
    private let base: String
    /// A short key that identifies the base.
    private let baseKey: String
    /// Signs the URLs; `nil` if access is open.
    private var signer: ImageSigner?

    /// Creates unsigned links for everyone.
    /// - Parameter address: The base of the URLs.
    init(address: ServerAddress) {
        let text = address.displayText
        base = URL(string: text)?.absoluteString ?? text
        baseKey = String(ContentDigest(of: text.utf8).hexadecimal.prefix(12))
    }

    /// Creates unsigned links for pages, which don't depend on the name that a browser knows the server by.
    /// - Parameter path: The path below which all paths are.
    init(below path: String) {
        (base, baseKey) = (path, "pages")
    }

    /// Returns the links for one reader.
    /// - Parameter signer: Signs the URLs; `nil` if access is open.
    func signed(by signer: ImageSigner?) -> ImageLinks {
        var links = self
        links.signer = signer
        return links
    }

    /// Identifies these links: equal keys mean equal URLs.
    var key: String { signer.map { "\(baseKey)-\($0.tokenID)" } ?? baseKey }

    /// Whether content with these links is private to one reader.
    var isPrivate: Bool { signer != nil }

    func url(of image: UUID, _ size: ServedSize = .medium) -> String {
        let parameters =
            [size.queryValue.map { "\(ServedSize.queryName)=\($0)" }, signer?.signature(of: image, size).query]
            .compactMap { $0 }
        let query = parameters.isEmpty ? "" : "?\(parameters.joined(separator: "&"))"
        // These parts need no encoding.
        return "\(base)\(Route.image(id: image).path)\(query)"
    }
}

/// A cache of answers for one catalog version.
final class RecentAnswers<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
    private struct State {
        var version: CatalogVersion?
        var answers: [Key: Answer] = [:]
        var size = 0
    }

    /// The maximum sum of the answers' sizes.
    private let maximum: Int
    private let state = Mutex(State())

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// Returns the cached answer for a version, or `nil` on a cache miss.
    func answer(for key: Key, at version: CatalogVersion) -> Answer? {
        state.withLock { $0.version == version ? $0.answers[key] : nil }
    }

    /// Caches an answer that was made after the version was read.
    /// - Parameter size: The answer's share of the maximum. Larger answers than the maximum aren't cached.
    func insert(_ answer: Answer, for key: Key, at version: CatalogVersion, size: Int) {
        guard size <= maximum else { return }
        state.withLock { state in
            if state.version != version || state.size + size > maximum { state = State(version: version) }
            if state.answers.updateValue(answer, forKey: key) == nil { state.size += size }
        }
    }
}
