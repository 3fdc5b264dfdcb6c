import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Reads a request that changes something, as a whole and before anything changes.
struct BodyReader: Sendable {
    /// The longest body, which is in the worst case a comment whose characters are all escaped.
    static let maximumBytes = 32 << 10

    /// The time for the whole body.
    let timeLimit: TimeAmount
    /// The base of the server's URLs for its clients; `nil` if it is the address that requests are sent to.
    let publicAddress: ServerAddress?

    /// Returns the body. If it doesn't arrive in time, the connection is closed.
    /// - Throws: ``Problem``, or an error of the connection.
    func body(of request: Request, on channel: any Channel) async throws -> ByteBuffer {
        guard hasAllowedOrigin(request) else { throw Problem.foreignPage }
        let length = request.headers[.contentLength].map { Int($0) ?? .max }
        guard length ?? 0 <= Self.maximumBytes else { throw Problem.bodyTooLong }
        let deadline = channel.eventLoop.scheduleTask(in: timeLimit) {
            channel.close(promise: nil)
        }
        defer { deadline.cancel() }
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: Self.maximumBytes)
        } catch is NIOTooManyBytesError {
            throw Problem.bodyTooLong
        }
        guard length == nil || body.readableBytes == length else { throw Problem.malformedRequest }
        return body
    }

    /// Returns whether the request was sent by a program, or by a page of this server: a browser adds the credentials that
    /// it has for this server also to requests of other pages (CSRF).
    func hasAllowedOrigin(_ request: Request) -> Bool {
        if let site = request.headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = request.headers[.origin] else { return true }
        guard let host = origin.firstRange(of: "://").map({ origin[$0.upperBound...] }) else { return false }
        return host == request.head.authority.map { $0[...] } || publicAddress?.isOrigin(origin) == true
    }
}

extension ServerAddress {
    fileprivate func isOrigin(_ text: String) -> Bool {
        displayText == text || displayText.hasPrefix(text + "/")
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
}

extension Problem {
    static let foreignPage = Problem(
        status: .forbidden, detail: "this request was sent by a page of another server; use a page of this one")
    static let bodyTooLong = Problem(
        status: .contentTooLarge, detail: "the request is too long", limit: "\(BodyReader.maximumBytes) bytes")
    static let notJSON = Problem(
        status: .unsupportedMediaType, detail: "send the text as application/json")
    static let notAComment = Problem(
        status: .unprocessableContent, detail: "the body is a JSON object with the text of the comment in message")
}
