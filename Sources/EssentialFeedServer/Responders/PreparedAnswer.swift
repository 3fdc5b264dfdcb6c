import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// An answer with its fields.
struct PreparedAnswer: Sendable {
    private let body: ByteBuffer
    private let entityTag: String
    private let cacheControl: String
    private let fields: HTTPFields

    /// - Parameter link: The value of the `Link` field, if there is one.
    init(
        _ body: ByteBuffer, mediaType: String = FeedFormat.contract.mediaType, entityTag: String, cacheControl: String,
        link: String? = nil
    ) {
        self.body = body
        self.entityTag = entityTag
        self.cacheControl = cacheControl
        var fields = HTTPFields()
        fields.reserveCapacity(7)
        fields[.contentType] = mediaType
        fields[.eTag] = entityTag
        fields[.cacheControl] = cacheControl
        fields[.xContentTypeOptions] = "nosniff"
        fields[.link] = link
        self.fields = fields
    }

    /// Creates an answer whose entity tag is made of its bytes.
    init(_ payload: Data, cacheControl: String) {
        self.init(
            ByteBuffer(bytes: payload), entityTag: ContentDigest(of: payload).entityTag, cacheControl: cacheControl)
    }

    /// Returns the response, which has no body for a client that has it.
    func response(to conditions: HTTPFields) -> Response {
        if EntityTagCondition.isFresh(conditions, entityTag: entityTag) {
            return .notModified(entityTag: entityTag, cacheControl: cacheControl)
        }
        return Response(status: .ok, headers: fields, body: .init(byteBuffer: body))
    }
}
