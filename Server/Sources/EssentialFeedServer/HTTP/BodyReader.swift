import EssentialFeed
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Reads a writing request, as a whole and before anything changes.
struct BodyReader: Sendable {
    /// The longest body. Much too long comments are returned with the reason, even if fully escaped.
    static let maximumBytes = 128 << 10

    let timeLimit: TimeAmount
    /// The base of the server's URLs for its clients; `nil` for the address in the request.
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
        channel.wantsBody()
        do {
            body = try await request.body.collect(upTo: Self.maximumBytes)
        } catch is NIOTooManyBytesError {
            throw Problem.bodyTooLong
        }
        guard length == nil || body.readableBytes == length else { throw Problem.malformedRequest }
        return body
    }

    /// Returns whether the request was sent by a program, or by a page of this server: a browser adds its credentials
    /// for this server to requests from other pages, too (CSRF).
    func hasAllowedOrigin(_ request: Request) -> Bool {
        if let site = request.headers[.secFetchSite] { return site == "same-origin" || site == "none" }
        guard let origin = request.headers[.origin] else { return true }
        guard let host = origin.firstRange(of: "://").map({ origin[$0.upperBound...] }) else { return false }
        // Over another protocol, a page at the public name may come from anyone in the network.
        let isPublic = ["http", "https"].contains { publicAddress?.isOrigin("\($0)://\(host)") == true }
        return isPublic ? publicAddress?.isOrigin(origin) == true : host == request.head.authority.map { $0[...] }
    }
}

extension Channel {
    func wantsBody() {
        triggerUserOutboundEvent(BodyWanted(), promise: nil)
    }
}

extension ServerAddress {
    fileprivate func isOrigin(_ text: String) -> Bool {
        displayText == text || displayText.hasPrefix(text + "/")
    }
}

extension Problem {
    static let foreignPage = Problem(
        status: .forbidden, detail: "this request was sent by a page of another server; use a page of this one")
    static let bodyTooLong = Problem(
        status: .contentTooLarge, detail: "the request is too long", limit: "\(BodyReader.maximumBytes) bytes")
    static func notPermitted(_ scope: AccessScope) -> Problem {
        Problem(
            status: .forbidden,
            detail: "this needs the scope \(scope.rawValue); ask the owner for an invitation that has it")
    }
    static let notJSON = Problem(status: .unsupportedMediaType, detail: "send the text as application/json")
    static let notAComment = Problem(
        status: .unprocessableContent, detail: "the body is a JSON object with the text of the comment in message")
    static let lengthRequired = Problem(status: .lengthRequired, detail: "send the photo with its Content-Length")
    static let notAPhoto = Problem(
        status: .unsupportedMediaType,
        detail: "send the photo itself, with a type such as image/jpeg, or a form as multipart/form-data")
    static let textsTwice = Problem.badRequest("send the texts as parts of the form, not as fields of the request")
    static let unknownExpectation = Problem(
        status: .expectationFailed, detail: "the server can only be expected to continue (100-continue)")
    static let notAChange = Problem(
        status: .unprocessableContent, detail: "the body is a JSON object with texts in caption, location or alt")

    init(_ fault: PhotoFault) {
        let detail =
            switch fault {
            case .notAPicture: "this isn't a photo in JPEG, PNG, WebP, GIF, HEIC or AVIF"
            case .incomplete: "the photo ends too early; send the whole file"
            case .tooManyPixels: "the photo has too many pixels; send a smaller one"
            case .undecodable(let reason): "the photo can't be decoded (\(reason)); send another one"
            }
        self.init(
            status: .unprocessableContent, detail: detail, limit: fault == .tooManyPixels ? "150 megapixels" : nil)
    }
}

extension PostTexts {
    /// Reads the texts in the fields of a request, which are percent-encoded UTF-8.
    /// - Throws: ``Problem`` or ``FriendsError``.
    init(_ headers: HTTPFields) throws {
        func text(_ name: HTTPField.Name) throws(Problem) -> String? {
            guard let value = headers[name] else { return nil }
            guard headers[values: name].count == 1, value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
                let text = value.removingPercentEncoding
            else {
                throw .badRequest("\(name) is percent-encoded UTF-8, once")
            }
            return text
        }
        try self.init(
            caption: text(.photoCaption), location: text(.photoLocation), alternative: text(.photoAlternative))
    }
}

/// Triggered when the body of the current request is about to be read.
struct BodyWanted: Sendable {}
