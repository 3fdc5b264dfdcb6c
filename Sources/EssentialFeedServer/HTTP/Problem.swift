import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// An error as clients read it: `application/problem+json` (RFC 9457).
struct Problem: Error, Hashable {
    let status: HTTPResponse.Status
    let detail: String
    var allow: String?
    var contentRange: String?

    static let unreadable = Problem(status: .badRequest, detail: "this is no request of HTTP/1.1")
    static let misdirected = Problem(
        status: .misdirectedRequest, detail: "this server is not called by this name; start it with --public-url")
    static let noSuchPath = Problem(status: .notFound, detail: "there is nothing at this path")
    static let noSuchImage = Problem(status: .notFound, detail: "there is no image with this id")
    static let methodNotAllowed = Problem(
        status: .methodNotAllowed, detail: "only GET and HEAD are answered here", allow: "GET, HEAD")
    static let preconditionFailed = Problem(
        status: .preconditionFailed, detail: "the image is not the one that If-Match names")
    static let internalError = Problem(status: .internalServerError, detail: "the image cannot be read")

    static func badRequest(_ detail: String) -> Problem {
        Problem(status: .badRequest, detail: detail)
    }

    /// - Parameter length: the image's, in bytes.
    static func rangeNotSatisfiable(length: Int) -> Problem {
        Problem(
            status: .rangeNotSatisfiable, detail: "the image has no bytes in this range",
            contentRange: "bytes */\(length)")
    }

    static let mediaType = "application/problem+json"

    /// The phrases and details are ours: nothing in them needs escaping.
    var body: ByteBuffer {
        ByteBuffer(string: #"{"title":"\#(status.reasonPhrase)","status":\#(status.code),"detail":"\#(detail)"}"#)
    }

    func response(isHead: Bool) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = Self.mediaType
        headers[.xContentTypeOptions] = "nosniff"
        headers[.cacheControl] = "no-store"
        if let allow { headers[.allow] = allow }
        if let contentRange { headers[.contentRange] = contentRange }
        return Response(status: status, headers: headers, body: .init(byteBuffer: body)).forHead(isHead)
    }
}

extension Response {
    /// The same answer without its body where the request was `HEAD`; the length stays.
    func forHead(_ isHead: Bool) -> Response {
        isHead ? createHeadResponse() : self
    }

    /// Tells the client that what it has is current (RFC 9110, 15.4.5).
    static func notModified(entityTag: String, cacheControl: String) -> Response {
        var headers = HTTPFields()
        headers[.eTag] = entityTag
        headers[.cacheControl] = cacheControl
        headers[.xContentTypeOptions] = "nosniff"
        var response = Response(status: .notModified, headers: headers)
        response.headers[.contentLength] = nil
        return response
    }
}
