import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix

/// Responds with pages of the feed and with comments.
///
/// A page begins after the image whose id is its cursor. Its entity tag is made of the catalog's version and the request,
/// so that a client that has the page is answered without reading it.
struct FeedPages: Sendable {
    private static let cacheControl = "no-cache"
    /// The maximum number of pages in memory.
    private static let recentPages = 256
    /// The longest query whose page is remembered, in bytes.
    private static let maximumQuery = 128
    /// Must be increased with every change of what an item contains.
    private static let format = 1

    private let photos: any PublishedPhotos
    private let threads: NIOThreadPool
    private let recent = RecentAnswers<PageKey, PreparedAnswer>(maximum: recentPages)
    private let noComments = PreparedAnswer(ImageCommentsPayload.encode([]), cacheControl: cacheControl)

    private struct PageKey: Hashable {
        let query: String
        let links: String
    }

    init(_ photos: any PublishedPhotos, threads: NIOThreadPool) {
        self.photos = photos
        self.threads = threads
    }

    /// Returns the page that a query requests.
    /// - Throws: ``Problem`` if the query is malformed or its cursor unknown; errors of the catalog.
    func feed(_ query: String, conditions: HTTPFields, links: ImageLinks) async throws -> Response {
        let version = photos.version
        let key = PageKey(query: query, links: links.key)
        if let answer = recent.answer(for: key, at: version) { return answer.response(to: conditions) }
        let page: FeedPageQuery
        do throws(FeedPageQueryError) {
            page = try FeedPageQuery(query)
        } catch {
            throw Problem.badRequest(error.detail)
        }
        let entityTag = Self.entityTag(page, version: version, links: links)
        if EntityTagCondition.isFresh(conditions, entityTag: entityTag) {
            return .notModified(entityTag: entityTag, cacheControl: Self.cacheControl)
        }
        let body = try await threads.runIfActive { [photos] in
            try photos.page(after: page.cursor, limit: page.limit).map { photos in
                ByteBuffer(bytes: PayloadEncoder.join(photos.map { Self.item($0, links) }))
            }
        }
        guard let body else { throw Problem.badRequest(FeedPageQueryError.cursor.detail) }
        let answer = PreparedAnswer(body, entityTag: entityTag, cacheControl: Self.cacheControl)
        if query.utf8.count <= Self.maximumQuery { recent.insert(answer, for: key, at: version) }
        return answer.response(to: conditions)
    }

    /// Returns the comments of an image, or `nil` if there is no such image.
    func comments(of imageID: UUID, conditions: HTTPFields) async throws -> Response? {
        let comments = try await threads.runIfActive { [photos] in try photos.comments(of: imageID) }
        guard let comments else { return nil }
        let answer =
            comments.isEmpty
            ? noComments
            : PreparedAnswer(ImageCommentsPayload.encode(comments), cacheControl: Self.cacheControl)
        return answer.response(to: conditions)
    }

    /// Returns a photo with its file, or `nil` if there is none of this id.
    func photo(_ id: UUID) async throws -> Photo? {
        try await threads.runIfActive { [photos] in try photos.photo(id) }
    }

    private static func item(_ photo: ListedPhoto, _ links: ImageLinks) -> Data {
        FeedPayload.encodeItem(
            FeedImage(id: photo.id, description: photo.description, location: photo.place, url: links.url(photo.id)))
    }

    private static func entityTag(_ page: FeedPageQuery, version: CatalogVersion, links: ImageLinks) -> String {
        "\"\(version.text)-\(format)-\(links.key)-\(page.cursor?.uuidString ?? "")-\(page.limit)\""
    }
}
