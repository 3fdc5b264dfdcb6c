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
    private static let cacheControl = "no-cache"

    let images: [UUID: Photo]
    private let items: [Data]
    private let positions: [UUID: Int]
    private let comments: [UUID: (body: ByteBuffer, entityTag: String)]
    private let noComments: (body: ByteBuffer, entityTag: String)
    /// Identifies the content of the whole feed: texts, URLs and order.
    private let version: String

    /// - Parameter address: The base of the image URLs.
    init(_ index: PhotoIndex, address: ServerAddress) {
        let photos = index.photos
        images = Dictionary(photos.map { ($0.id, $0) }) { first, _ in first }
        items = photos.map {
            FeedPayload.encodeItem(
                FeedImage(
                    id: $0.id, description: $0.description, location: $0.place, url: address.url(.image(id: $0.id))))
        }
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
    /// - Throws: ``Problem`` if the query is malformed or its cursor unknown.
    func feed(_ query: some StringProtocol, conditions: HTTPFields) throws(Problem) -> Response {
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
        let entityTag = "\"\(version)-\(start)-\(end)\""
        if EntityTagCondition.isFresh(conditions, entityTag: entityTag) {
            return .notModified(entityTag: entityTag, cacheControl: Self.cacheControl)
        }
        let body = ByteBuffer(bytes: PayloadEncoder.join(items[start..<end]))
        return Self.response(body, entityTag: entityTag)
    }

    /// Returns the comments of an image, or `nil` if there is no such image.
    func comments(of imageID: UUID, conditions: HTTPFields) -> Response? {
        guard images[imageID] != nil else { return nil }
        let (body, entityTag) = comments[imageID] ?? noComments
        if EntityTagCondition.isFresh(conditions, entityTag: entityTag) {
            return .notModified(entityTag: entityTag, cacheControl: Self.cacheControl)
        }
        return Self.response(body, entityTag: entityTag)
    }

    private static func response(_ body: ByteBuffer, entityTag: String) -> Response {
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
