import Crypto
import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The responses for feed and comments, prepared once from the index.
///
/// A page begins after the image whose id is its cursor.
struct PreparedPhotos: Sendable {
    let images: [UUID: Photo]
    private let photos: [Photo]
    private let address: ServerAddress
    /// The items of the feed as everybody receives them while access is open.
    private let items: [Data]
    private let positions: [UUID: Int]
    private let comments: [UUID: (body: ByteBuffer, entityTag: String)]
    private let noComments: (body: ByteBuffer, entityTag: String)
    /// Identifies the content of the whole feed: texts, URLs and order.
    private let version: String

    /// - Parameter address: The base of the image URLs.
    init(_ index: PhotoIndex, address: ServerAddress) {
        let photos = index.photos
        self.photos = photos
        self.address = address
        let links = ImageLinks(address: address, signer: nil)
        images = Dictionary(photos.map { ($0.id, $0) }) { first, _ in first }
        items = photos.map { Self.item($0, links) }
        positions = Dictionary(photos.enumerated().map { ($1.id, $0) }) { first, _ in first }
        noComments = Self.prepared(ImageCommentsPayload.encode([]))
        comments = images.compactMapValues {
            $0.comments.isEmpty ? nil : Self.prepared(ImageCommentsPayload.encode($0.comments))
        }
        var hash = SHA256()
        for item in items { hash.update(data: item) }
        version = String(hash.finalize().hexadecimal.prefix(16))
    }

    /// Returns the page that a query requests.
    /// - Parameter signer: Signs the URLs of images; `nil` if access is open.
    /// - Throws: ``Problem`` if the query is malformed or its cursor unknown.
    func feed(_ query: some StringProtocol, conditions: HTTPFields, signer: ImageSigner?) throws(Problem) -> Response {
        let page: FeedPageQuery
        do throws(FeedPageQueryError) {
            page = try FeedPageQuery(query)
        } catch {
            throw .badRequest(error.detail)
        }
        var start = 0
        if let cursor = page.cursor {
            guard let position = positions[cursor] else {
                throw .badRequest(FeedPageQueryError.cursor.detail)
            }
            start = position + 1
        }
        let end = min(start + page.limit, items.count)
        let links = ImageLinks(address: address, signer: signer)
        let entityTag = "\"\(version)-\(start)-\(end)\(links.key.isEmpty ? "" : "-\(links.key)")\""
        let cacheControl = CacheControl.list(isPrivate: links.isPrivate)
        if EntityTagCondition.isFresh(conditions, entityTag: entityTag) {
            return .notModified(entityTag: entityTag, cacheControl: cacheControl)
        }
        let items = signer == nil ? items[start..<end] : photos[start..<end].map { Self.item($0, links) }[...]
        let body = ByteBuffer(bytes: PayloadEncoder.join(items))
        return Self.response(body, entityTag: entityTag, cacheControl: cacheControl)
    }

    /// Returns the comments of an image, or `nil` if there is no such image.
    /// - Parameter isPrivate: Whether nobody but the reader may cache the response.
    func comments(of imageID: UUID, conditions: HTTPFields, isPrivate: Bool) -> Response? {
        guard images[imageID] != nil else { return nil }
        let (body, entityTag) = comments[imageID] ?? noComments
        let cacheControl = CacheControl.list(isPrivate: isPrivate)
        if EntityTagCondition.isFresh(conditions, entityTag: entityTag) {
            return .notModified(entityTag: entityTag, cacheControl: cacheControl)
        }
        return Self.response(body, entityTag: entityTag, cacheControl: cacheControl)
    }

    private static func item(_ photo: Photo, _ links: ImageLinks) -> Data {
        FeedPayload.encodeItem(
            FeedImage(
                id: photo.id, description: photo.description, location: photo.place, url: links.url(of: photo.id)))
    }

    private static func response(_ body: ByteBuffer, entityTag: String, cacheControl: String) -> Response {
        var headers = HTTPFields()
        headers.reserveCapacity(6)
        headers[.contentType] = "application/json"
        headers[.eTag] = entityTag
        headers[.cacheControl] = cacheControl
        headers[.xContentTypeOptions] = "nosniff"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: body))
    }

    private static func prepared(_ payload: Data) -> (body: ByteBuffer, entityTag: String) {
        (ByteBuffer(bytes: payload), ContentDigest(of: payload).entityTag)
    }
}
