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
    /// The title of the feed for feed readers.
    private static let title = "Essential Feed"

    let images: [UUID: Photo]
    private let photos: [Photo]
    private let address: ServerAddress
    private let pages: FeedPageAddresses
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
        pages = FeedPageAddresses(base: address.displayText)
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
        for (item, photo) in zip(items, photos) {
            hash.update(data: item)
            hash.update(data: Data(WireDate.text(photo.date).utf8))
        }
        version = String(hash.finalize().hexadecimal.prefix(16))
    }

    /// Returns the page that a query requests.
    /// - Throws: ``Problem`` if the query is malformed or its cursor unknown.
    func feed(
        _ format: FeedFormat, _ query: some StringProtocol, conditions: HTTPFields
    ) throws(Problem) -> Response {
        let (query, range) = try page(query)
        let entityTag = "\"\(version)-\(range.lowerBound)-\(range.upperBound)\(format.tagSuffix)\""
        if EntityTagCondition.isFresh(conditions, entityTag: entityTag) {
            return .notModified(entityTag: entityTag, cacheControl: Self.cacheControl)
        }
        let next = range.upperBound < items.count ? photos[range].last?.id : nil
        let body =
            switch format {
            case .contract: PayloadEncoder.join(items[range])
            case .json: JSONFeed.encode(readerPage(format, query, range, next: next))
            case .atom: AtomFeed.encode(readerPage(format, query, range, next: next))
            }
        var response = Self.response(ByteBuffer(bytes: body), entityTag: entityTag, mediaType: format.mediaType)
        response.headers[.link] = pages.link(format, query, next: next)
        return response
    }

    private func readerPage(
        _ format: FeedFormat, _ query: FeedPageQuery, _ range: Range<Int>, next: UUID?
    ) -> ReaderPage {
        ReaderPage(
            title: Self.title, address: pages.address(format, query),
            nextAddress: next.map {
                pages.address(format, query.next(after: $0))
            },
            entries: photos[range].map {
                ReaderEntry(
                    id: $0.id, date: $0.date, description: $0.description, place: $0.place, author: nil,
                    image: address.url(.image(id: $0.id)).absoluteString)
            })
    }

    private func page(_ query: some StringProtocol) throws(Problem) -> (FeedPageQuery, Range<Int>) {
        let page: FeedPageQuery
        do throws(FeedPageQueryError) {
            page = try FeedPageQuery(query)
        } catch {
            throw .badRequest(error.detail)
        }
        var start = 0
        if let cursor = page.cursor {
            guard let position = positions[cursor] else { throw .noSuchCursor }
            start = position + 1
        }
        return (page, start..<min(start + page.limit, items.count))
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

    private static func response(
        _ body: ByteBuffer, entityTag: String, mediaType: String = FeedFormat.contract.mediaType
    ) -> Response {
        var headers = HTTPFields()
        headers.reserveCapacity(7)
        headers[.contentType] = mediaType
        headers[.eTag] = entityTag
        headers[.cacheControl] = cacheControl
        headers[.xContentTypeOptions] = "nosniff"
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: body))
    }

    private static func prepared(_ payload: Data) -> (body: ByteBuffer, entityTag: String) {
        (ByteBuffer(bytes: payload), ContentDigest(of: payload).entityTag)
    }
}
