import Crypto
import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The index as it goes out: every item's JSON, every image's headers, made once.
///
/// Pages go by key: an image's id leads to its place in the order, and the page is what follows.
struct PreparedPhotos: Sendable {
    private static let cacheControl = "no-cache"

    let images: [UUID: Photo]
    private let items: [Data]
    private let positions: [UUID: Int]
    private let comments: [UUID: (body: ByteBuffer, entityTag: String)]
    private let noComments: (body: ByteBuffer, entityTag: String)
    /// Names the whole feed: texts, URLs and order.
    private let version: String

    /// - Parameter address: the base of the image URLs.
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
        version = ContentDigest(hash.finalize()).hexadecimal.prefix(16).description
    }

    /// The page that the query asks for.
    /// - Throws: what is wrong with the query.
    func feed(_ query: some StringProtocol, conditions: HTTPFields) throws(Problem) -> Response {
        let page: FeedPageQuery
        do throws(FeedPageQuery.Malformed) {
            page = try FeedPageQuery(query)
        } catch {
            throw .badRequest(error.detail)
        }
        var start = 0
        if let cursor = page.cursor {
            guard let position = positions[cursor] else {
                throw .badRequest(FeedPageQuery.Malformed.cursor.detail)
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

    /// The comments of an image; `nil` where there is no such image.
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
        headers.append(HTTPField(name: .contentType, value: "application/json"))
        headers.append(HTTPField(name: .eTag, value: entityTag))
        headers.append(HTTPField(name: .cacheControl, value: cacheControl))
        headers.append(HTTPField(name: .xContentTypeOptions, value: "nosniff"))
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: body))
    }

    private static func prepared(_ payload: Data) -> (body: ByteBuffer, entityTag: String) {
        (ByteBuffer(bytes: payload), ContentDigest(of: payload).entityTag)
    }
}
