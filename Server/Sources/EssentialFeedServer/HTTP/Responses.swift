import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// An error response in `application/problem+json` (RFC 9457).
struct Problem: Error, Hashable {
    let status: HTTPResponse.Status
    let detail: String
    var allow: String?
    var contentRange: String?
    var challenge: String?
    /// In seconds.
    var retryAfter: Int?
    /// The limit that the request exceeds, in words.
    var limit: String?

    static let malformedRequest = Problem(status: .badRequest, detail: "the request isn't valid HTTP/1.1")
    static let misdirected = Problem(
        status: .misdirectedRequest,
        detail: "this server doesn't answer to this host name; start it with --public-url to allow others")
    static let malformedForm = Problem(status: .badRequest, detail: "the form is unknown, or a field is missing")
    static let noSuchPath = Problem(status: .notFound, detail: "nothing is served at this path")
    static let noSuchImage = Problem(status: .notFound, detail: "no image has this id")
    static let noSuchSize = Problem(status: .badRequest, detail: "size must be 480, 2048 or original")
    static let noSuchCursor = Problem(status: .notFound, detail: "after_id isn't the id of an image in the feed")
    static let preconditionFailed = Problem(
        status: .preconditionFailed, detail: "If-Match names another version")
    static let starting = Problem(
        status: .serviceUnavailable, detail: "the first photos are still being read", retryAfter: 1)
    static let busy = Problem(
        status: .serviceUnavailable, detail: "the image isn't ready yet; ask again", retryAfter: 2)
    static let internalError = Problem(status: .internalServerError, detail: "the image can't be read")

    static let notReady = Problem(
        status: .serviceUnavailable, detail: "the folder of the photos can't be read", retryAfter: 10)
    static let unauthorized = Problem(
        status: .unauthorized, detail: "this server needs a token; ask its owner for an invitation",
        challenge: #"Basic realm="Essential Feed", charset="UTF-8", Bearer realm="Essential Feed""#)

    /// - Parameter retryAfter: The number of seconds to wait.
    static func tooManyRequests(retryAfter: Int) -> Problem {
        Problem(status: .tooManyRequests, detail: "too many requests; wait a moment", retryAfter: retryAfter)
    }

    static func methodNotAllowed(allow: String) -> Problem {
        Problem(
            status: .methodNotAllowed, detail: "this path supports \(allow)", allow: allow)
    }

    static func badRequest(_ detail: String) -> Problem {
        Problem(status: .badRequest, detail: detail)
    }

    /// - Parameter length: The length of the image, in bytes.
    static func rangeNotSatisfiable(length: Int) -> Problem {
        Problem(
            status: .rangeNotSatisfiable, detail: "the range is beyond the end of the image",
            contentRange: "bytes */\(length)")
    }

    static let mediaType = "application/problem+json"

    /// The problem as JSON. No title or detail may need escaping.
    var body: ByteBuffer {
        let limit = limit.map { #","limit":"\#($0)""# } ?? ""
        let retry = limit.isEmpty ? "" : retryAfter.map { #","retry_after":\#($0)"# } ?? ""
        return ByteBuffer(
            string:
                #"{"title":"\#(status.reasonPhrase)","status":\#(status.code),"detail":"\#(detail)"\#(limit)\#(retry)}"#
        )
    }

    var response: Response {
        var response = Response(body, mediaType: Self.mediaType)
        response.status = status
        response.headers[.allow] = allow
        response.headers[.contentRange] = contentRange
        response.headers[.wwwAuthenticate] = challenge
        response.headers[.retryAfter] = retryAfter.map(String.init)
        return response
    }
}

extension Request {
    /// Returns the response, or that of a thrown ``Problem``; for a `HEAD` request, only the fields.
    func answered(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work().forHead(self)
        } catch let problem as Problem {
            return problem.response.forHead(self)
        }
    }
}

extension HTTPFields {
    /// Creates the fields of a body, whose type browsers must not second-guess.
    init(mediaType: String, cacheControl: String) {
        self = [.contentType: mediaType, .cacheControl: cacheControl, .xContentTypeOptions: "nosniff"]
    }
}

extension Response {
    /// Creates a successful response.
    init(_ body: ByteBuffer, mediaType: String, cacheControl: String = "no-store") {
        self.init(
            status: .ok, headers: HTTPFields(mediaType: mediaType, cacheControl: cacheControl),
            body: .init(byteBuffer: body))
    }

    /// Returns the response; for a `HEAD` request, without its body but with the length.
    func forHead(_ request: Request) -> Response {
        request.method == .head && status != .notModified ? createHeadResponse() : self
    }

    /// Creates the response for a client that already has the current representation (RFC 9110, 15.4.5).
    static func notModified(entityTag: String, cacheControl: String) -> Response {
        var response = Response(
            status: .notModified,
            headers: [.eTag: entityTag, .cacheControl: cacheControl, .xContentTypeOptions: "nosniff"])
        response.headers[.contentLength] = nil
        return response
    }
}

/// A response body and its header fields, ready to send.
struct PreparedAnswer: Sendable {
    private let body: ByteBuffer
    private let entityTag: String
    private let cacheControl: String
    private let fields: HTTPFields

    /// - Parameter link: The value of the `Link` field; `nil` for none.
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

    /// The length of the body, in bytes.
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
        if EntityTagCondition.isFresh(conditions, entityTag: entityTag) {
            return .notModified(entityTag: entityTag, cacheControl: cacheControl)
        }
        return Response(status: .ok, headers: fields, body: .init(byteBuffer: body))
    }
}

/// The `Cache-Control` values; private to one reader if access needs a token.
enum CacheControl {
    static func image(isPrivate: Bool) -> String {
        isPrivate ? "private, max-age=31536000, immutable" : "public, max-age=31536000, immutable"
    }

    static func list(isPrivate: Bool) -> String {
        isPrivate ? "private, no-cache" : "no-cache"
    }
}
