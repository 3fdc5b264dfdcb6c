import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// A response body and its header fields, ready to send.
struct PreparedAnswer: Sendable {
    private let body: ByteBuffer
    private let entityTag: String
    private let cacheControl: String
    private let fields: HTTPFields

    init(
        _ body: ByteBuffer, mediaType: String = FeedFormat.contract.mediaType, entityTag: String, cacheControl: String,
        link: String? = nil
    ) {
        self.body = body
        self.entityTag = entityTag
        self.cacheControl = cacheControl
        var fields = HTTPFields(mediaType: mediaType, cacheControl: cacheControl)
        fields[.eTag] = entityTag
        fields[.link] = link
        self.fields = fields
    }

    var count: Int { body.readableBytes }

    /// Creates an answer whose entity tag is derived from its bytes.
    init(_ payload: Data, cacheControl: String) {
        self.init(
            ByteBuffer(bytes: payload), entityTag: ContentDigest(of: payload).entityTag, cacheControl: cacheControl)
    }

    /// Returns the response, without a body if the client already has it.
    func response(to conditions: HTTPFields) -> Response {
        guard EntityTagCondition.isExpected(conditions, entityTag: entityTag) else {
            return Problem.preconditionFailed.response
        }
        return Response.notModified(conditions, entityTag: entityTag, cacheControl: cacheControl)
            ?? Response(status: .ok, headers: fields, body: .init(byteBuffer: body))
    }
}
