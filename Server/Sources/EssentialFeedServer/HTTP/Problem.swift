import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import Logging
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
    var limit: String?
    /// The log's name for the failure.
    var reference: String?

    static let malformedRequest = Problem(status: .badRequest, detail: "the request isn't valid HTTP/1.1")
    static let misdirected = Problem(
        status: .misdirectedRequest,
        detail: "this server doesn't answer to this host name; start it with --public-url to allow others")
    static let forwarded = Problem(
        status: .misdirectedRequest,
        detail: "a proxy has sent this request; start the server with --public-url and the URL that people use")
    static let malformedForm = Problem(status: .badRequest, detail: "the form is unknown, or a field is missing")
    static let noSuchPath = Problem(status: .notFound, detail: "nothing is served at this path")
    static let noSuchImage = Problem(status: .notFound, detail: "no image has this id")
    static let noSuchSize = Problem(status: .badRequest, detail: "size must be 480, 2048 or original")
    static let noSuchCursor = Problem(status: .notFound, detail: "after_id isn't the id of an image in the feed")
    static let preconditionFailed = Problem(status: .preconditionFailed, detail: "If-Match names another version")
    static let anotherPerson = Problem(
        status: .preconditionFailed, detail: "another person is signed in than the one who wrote this")
    static let starting = Problem(
        status: .serviceUnavailable, detail: "the first photos are still being read", retryAfter: 1)
    static let busy = Problem(
        status: .serviceUnavailable, detail: "the image isn't ready yet; ask again", retryAfter: 2)
    static let queueFull = Problem(
        status: .serviceUnavailable, detail: "too many images are being made; ask again", retryAfter: busy.retryAfter)
    static let internalError = Problem(status: .internalServerError, detail: "the image can't be read")

    static let notReady = Problem(
        status: .serviceUnavailable, detail: "the folder of the photos can't be read", retryAfter: 10)
    static let tokensUnreadable = Problem(
        status: .serviceUnavailable, detail: "the server can't check who is invited at the moment; try again later",
        retryAfter: 10)
    static let unauthorized = Problem(
        status: .unauthorized, detail: "this server needs a token; ask its owner for an invitation",
        challenge: #"Basic realm="Essential Feed", charset="UTF-8", Bearer realm="Essential Feed""#)

    static let ownerAwaited = Problem(
        status: .unauthorized,
        detail: "open the address that essential-feed serve has printed, in the terminal or in the service's log",
        challenge: unauthorized.challenge)

    static let unread = Problem(
        status: .serviceUnavailable,
        detail: "too many earlier answers haven't been read yet; read them, then ask again",
        retryAfter: 5)

    static func tooManyRequests(retryAfter: Int) -> Problem {
        Problem(status: .tooManyRequests, detail: "too many requests; wait a moment", retryAfter: retryAfter)
    }

    static func methodNotAllowed(allow: String) -> Problem {
        Problem(status: .methodNotAllowed, detail: "this path supports \(allow)", allow: allow)
    }

    static func badRequest(_ detail: String) -> Problem {
        Problem(status: .badRequest, detail: detail)
    }

    static func rangeNotSatisfiable(length: Int) -> Problem {
        Problem(
            status: .rangeNotSatisfiable, detail: "the range is beyond the end of the image",
            contentRange: "bytes */\(length)")
    }

    static let mediaType = "application/problem+json"

    /// The problem as JSON. Some details quote other programs.
    var body: ByteBuffer {
        let limit = limit.map { #","limit":\#(Self.json($0))"# } ?? ""
        let retry = limit.isEmpty ? "" : retryAfter.map { #","retry_after":\#($0)"# } ?? ""
        return ByteBuffer(
            string:
                #"{"title":"\#(status.reasonPhrase)","status":\#(status.code),"detail":\#(Self.json(detail))\#(limit)\#(retry)}"#
        )
    }

    private static func json(_ text: String) -> String { String(decoding: text.json, as: UTF8.self) }

    var response: Response {
        var response = Response(body, mediaType: Self.mediaType)
        response.status = status
        response.headers[.allow] = allow
        response.headers[.contentRange] = contentRange
        response.headers[.wwwAuthenticate] = challenge
        response.headers[.retryAfter] = retryAfter.map(String.init)
        response.headers[.requestID] = reference
        return response
    }

    /// - Returns: The log's name for the failure.
    static func logged(_ reason: String, _ logger: Logger, at level: Logger.Level = .error) -> String {
        let reference = String(format: "%08X", UInt32.random(in: .min ... .max))
        logger.log(level: level, "a request failed (\(reference)): \(reason)")
        return reference
    }

    static func failure(reference: String) -> Problem {
        Problem(
            status: .internalServerError,
            detail: "the server failed; its owner finds the reason in the log, at \(reference)", reference: reference)
    }
}
