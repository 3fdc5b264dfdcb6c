import HTTPTypes
import Hummingbird
import NIOCore

/// A response body and its header fields, ready to send.
struct PreparedAnswer: Sendable {
    private let body: ByteBuffer
    private let entityTag: String
    private let cacheControl: String
    private let fields: HTTPFields

    /// - Parameter entityTag: `nil` for one derived from the bytes.
    init(
        _ body: ByteBuffer, mediaType: String = FeedFormat.contract.mediaType, entityTag: String? = nil,
        cacheControl: String, link: String? = nil
    ) {
        let entityTag = entityTag ?? ContentDigest(of: body.readableBytesView).entityTag
        (self.body, self.entityTag, self.cacheControl) = (body, entityTag, cacheControl)
        var fields = HTTPFields(mediaType: mediaType, cacheControl: cacheControl)
        fields[.eTag] = entityTag
        fields[.link] = link
        self.fields = fields
    }

    var count: Int { body.readableBytes }

    func response(to conditions: HTTPFields) -> Response {
        guard EntityTagCondition.isExpected(conditions, entityTag: entityTag) else {
            return Problem.preconditionFailed.response
        }
        return Response.notModified(conditions, entityTag: entityTag, cacheControl: cacheControl)
            ?? Response(status: .ok, headers: fields, body: .init(byteBuffer: body))
    }
}
