import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import ImageFormats
import NIOCore
import NIOPosix

/// Responds with pages of the feed.
///
/// A page begins after the image whose id is the cursor. The entity tag of the contract's format is derived from the
/// catalog's version and the request, so a client with the page gets its answer without a read. The tag of an Atom page is
/// derived from its bytes: they don't count comments, and a reader would load the same page again after each comment.
struct FeedResponder: Sendable {
    private static let cachedBytes = 8 << 20
    /// Increase this with every change to an item's content.
    private static let contentVersion = 7

    let photos: any PublishedPhotos
    /// The beginning of the URLs of pages.
    let base: String
    let threads: NIOThreadPool
    var servesOriginals = false
    /// Returns what the owner calls the feed now; `nil` for the program's name.
    var title: @Sendable () -> String? = { nil }
    private let recent = RecentAnswers<CatalogVersion, PageKey, PreparedAnswer>(maximum: cachedBytes)

    private struct PageKey: Hashable {
        let format: FeedFormat
        let page: FeedPageQuery
        let links: String
        let title: String?
    }

    /// - Throws: ``Problem`` if the query is malformed or the cursor unknown; catalog errors.
    func feed(
        _ format: FeedFormat, _ query: String, conditions: HTTPFields, links: ImageLinks
    ) async throws -> Response {
        let version = photos.version
        let page = try FeedPageQuery(query)
        let key = PageKey(format: format, page: page, links: links.key, title: format == .atom ? title() : nil)
        if let answer = recent.answer(for: key, at: version) { return answer.response(to: conditions) }
        let entityTag = format == .contract ? Self.entityTag(key, version: version) : nil
        if let entityTag,
            let response = Response.notModified(
                conditions, entityTag: entityTag, cacheControl: CacheControl.list(isPrivate: links.isPrivate))
        {
            return response
        }
        let answer = try await threads.runIfActive { try read(key, entityTag: entityTag, links: links) }
        recent.insert(answer, for: key, at: version, size: answer.count)
        return answer.response(to: conditions)
    }

    /// Reads a page and one more photo, which shows whether another page follows; blocks.
    /// - Parameter entityTag: The entity tag; `nil` for that of the bytes.
    private func read(_ key: PageKey, entityTag: String?, links: ImageLinks) throws -> PreparedAnswer {
        let (page, format) = (key.page, key.format)
        guard let listed = try photos.page(after: page.cursor, limit: page.limit + 1) else {
            throw Problem.noSuchCursor
        }
        let photos = listed.prefix(page.limit)
        let next = listed.count > page.limit ? photos.last?.id : nil
        let body =
            switch format {
            case .contract: FeedPayload.encode(written: photos.map { image($0, links) })
            case .atom:
                AtomFeed(
                    title: key.title ?? "Essential Feed", address: url(format, page),
                    nextAddress: next.map { url(format, page.next(after: $0)) }, photos: Array(photos), links: links
                ).encoded()
            }
        return PreparedAnswer(
            ByteBuffer(bytes: body), mediaType: format.mediaType,
            entityTag: entityTag, cacheControl: CacheControl.list(isPrivate: links.isPrivate),
            link: link(format, page, next: next))
    }

    private func url(_ format: FeedFormat, _ page: FeedPageQuery) -> String { base + format.path + page.text }

    /// Returns the value of a `Link` field (RFC 8288), or `nil` if there is nothing to link to.
    /// - Parameter next: The last image of the page, if another page follows.
    private func link(_ format: FeedFormat, _ page: FeedPageQuery, next: UUID?) -> String? {
        var links = next.map { ["<\(url(format, page.next(after: $0)))>; rel=\"next\""] } ?? []
        if format == .contract {
            links.append("<\(url(.atom, page))>; rel=\"alternate\"; type=\"\(FeedFormat.atom.mediaType)\"")
        }
        return links.isEmpty ? nil : links.joined(separator: ", ")
    }

    /// Returns a photo with its file, or `nil` if no photo has this id. Only the owner gets hidden ones.
    func photo(_ id: UUID, for requester: Requester) async throws -> Photo? {
        let seesAll = requester.scopes.contains(.admin)
        return try await threads.runIfActive { [photos] in
            try photos.photo(id) ?? (seesAll ? photos.photoIncludingHidden(id)?.photo : nil)
        }
    }

    private func image(_ photo: ListedPhoto, _ links: ImageLinks) -> FeedPayload.Image {
        let hasSize = photo.sizes.pixels(.original).pixelCount > 0
        let variants = hasSize ? photo.sizes.listed(withOriginal: servesOriginals) : []
        // A signature takes microseconds, and there are several for each photo.
        let medium = links.url(of: photo)
        let url = { (size: ServedSize) in size == .medium ? medium : links.url(of: photo, size) }
        var image = FeedPayload.Image(
            id: photo.id, description: photo.description, location: photo.place, url: medium)
        image.pixelSize = hasSize ? photo.sizes.pixels(.medium) : nil
        (image.placeholder, image.createdAt, image.author) = (photo.placeholder, photo.date, photo.author)
        if variants.count > 1 { image.variants = variants.map { (url: url($0), size: photo.sizes.pixels($0)) } }
        (image.alternative, image.commentCount) = (photo.alternative, photo.commentCount)
        return image
    }

    private static func entityTag(_ key: PageKey, version: CatalogVersion) -> String {
        let cursor = key.page.cursor?.uuidString ?? ""
        let parts = [version.text, "\(contentVersion)", key.links, cursor, "\(key.page.limit)"]
        return "\"\(parts.joined(separator: "-"))\""
    }
}
