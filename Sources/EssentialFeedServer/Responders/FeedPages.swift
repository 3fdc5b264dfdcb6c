import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import ImageFormats
import NIOCore
import NIOPosix

/// Responds with pages of the feed and with comments.
///
/// A page begins after the image whose id is its cursor. Its entity tag is made of the catalog's version and the request,
/// so that a client that has the page is answered without reading it.
struct FeedPages: Sendable {
    /// The maximum number of pages in memory.
    private static let recentPages = 256
    /// The maximum number of photos in memory, without their bytes.
    private static let maximumPhotos = 1_024
    /// The longest query whose page is remembered, in bytes.
    private static let maximumQuery = 128
    /// Must be increased with every change of what an item contains.
    private static let contentVersion = 3

    /// The title of the feed for feed readers.
    private static let title = "Essential Feed"

    private let photos: any PublishedPhotos
    private let addresses: FeedPageAddresses
    private let threads: NIOThreadPool
    private let servesOriginals: Bool
    private let recent = RecentAnswers<PageKey, PreparedAnswer>(maximum: recentPages)
    private let recentPhotos = RecentAnswers<UUID, Photo>(maximum: maximumPhotos)

    private struct PageKey: Hashable {
        let format: FeedFormat
        let query: String
        let links: String
    }

    /// - Parameter servesOriginals: Whether clients may have the photos' files, without their metadata.
    init(
        _ photos: any PublishedPhotos, addresses: FeedPageAddresses, threads: NIOThreadPool,
        servesOriginals: Bool = false
    ) {
        self.servesOriginals = servesOriginals
        self.photos = photos
        self.addresses = addresses
        self.threads = threads
    }

    /// Returns the page that a query requests.
    /// - Throws: ``Problem`` if the query is malformed or its cursor unknown; errors of the catalog.
    func feed(
        _ format: FeedFormat, _ query: String, conditions: HTTPFields, links: ImageLinks
    ) async throws -> Response {
        let version = photos.version
        let key = PageKey(format: format, query: query, links: links.key)
        if let answer = recent.answer(for: key, at: version) { return answer.response(to: conditions) }
        let page: FeedPageQuery
        do throws(FeedPageQueryError) {
            page = try FeedPageQuery(query)
        } catch {
            throw Problem.badRequest(error.detail)
        }
        let entityTag = Self.entityTag(page, format, version: version, links: links)
        if EntityTagCondition.isFresh(conditions, entityTag: entityTag) {
            return .notModified(entityTag: entityTag, cacheControl: CacheControl.list(isPrivate: links.isPrivate))
        }
        let answer = try await threads.runIfActive { try read(page, format, entityTag: entityTag, links: links) }
        if query.utf8.count <= Self.maximumQuery { recent.insert(answer, for: key, at: version) }
        return answer.response(to: conditions)
    }

    /// Reads a page and one photo more, which tells whether another page follows; blocks.
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
            case .json: JSONFeed.encode(readerPage(of: photos, page, format, next: next, links: links))
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

    /// Returns the comments of an image, or `nil` if there is no such image.
    /// - Parameter isPrivate: Whether nobody but the reader may cache the response.
    func comments(of imageID: UUID, conditions: HTTPFields, isPrivate: Bool) async throws -> Response? {
        let comments = try await threads.runIfActive { [photos] in try photos.comments(of: imageID) }
        guard let comments else { return nil }
        let cacheControl = CacheControl.list(isPrivate: isPrivate)
        return PreparedAnswer(ImageCommentsPayload.encode(comments), cacheControl: cacheControl)
            .response(to: conditions)
    }

    /// Returns a photo with its file, or `nil` if there is none of this id.
    func photo(_ id: UUID) async throws -> Photo? {
        let version = photos.version
        if let photo = recentPhotos.answer(for: id, at: version) { return photo }
        let photo = try await threads.runIfActive { [photos] in try photos.photo(id) }
        if let photo { recentPhotos.insert(photo, for: id, at: version) }
        return photo
    }

    private func image(_ photo: ListedPhoto, _ links: ImageLinks) -> FeedPayload.Image {
        let hasSize = photo.sizes.pixels(.original).pixelCount > 0
        let variants = hasSize ? photo.sizes.listed(withOriginal: servesOriginals) : []
        return FeedPayload.Image(
            id: photo.id, description: photo.description, location: photo.place, url: links.url(of: photo.id),
            pixelSize: hasSize ? photo.sizes.pixels(.medium) : nil, placeholder: photo.placeholder,
            createdAt: photo.date, author: photo.author,
            variants: variants.count < 2
                ? []
                : variants.map { (url: links.url(of: photo.id, $0), size: photo.sizes.pixels($0)) })
    }

    private static func entityTag(
        _ page: FeedPageQuery, _ format: FeedFormat, version: CatalogVersion, links: ImageLinks
    ) -> String {
        let cursor = page.cursor?.uuidString ?? ""
        return "\"\(version.text)-\(contentVersion)-\(links.key)-\(cursor)-\(page.limit)\(format.tagSuffix)\""
    }
}
