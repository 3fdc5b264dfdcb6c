import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Encodable {
    /// Texts and numbers as JSON with names in snake case, the same bytes whenever they are equal.
    var json: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        do {
            return try encoder.encode(self)
        } catch {
            preconditionFailure("texts and numbers always encode: \(error)")
        }
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
    init(_ body: ByteBuffer, mediaType: String, cacheControl: String = "no-store") {
        self.init(
            status: .ok, headers: HTTPFields(mediaType: mediaType, cacheControl: cacheControl),
            body: .init(byteBuffer: body))
    }

    /// Returns the response; for a `HEAD` request, without its body but with the length.
    func forHead(_ request: Request) -> Response {
        request.method == .head && status != .notModified ? createHeadResponse() : self
    }

    /// Returns the response for a client that already has the current representation (RFC 9110, 15.4.5); `nil` for any
    /// other client.
    static func notModified(_ conditions: HTTPFields, entityTag: String, cacheControl: String) -> Response? {
        guard EntityTagCondition.isFresh(conditions, entityTag: entityTag) else { return nil }
        var response = Response(
            status: .notModified,
            headers: [.eTag: entityTag, .cacheControl: cacheControl, .xContentTypeOptions: "nosniff"])
        response.headers[.contentLength] = nil
        return response
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

/// The fields that `HTTPTypes` doesn't name.
extension HTTPField.Name {
    // The names are valid, so the initializers succeed.
    static let clearSiteData = HTTPField.Name("Clear-Site-Data")!
    static let link = HTTPField.Name("Link")!
    static let photoAlternative = HTTPField.Name("Photo-Alt")!
    static let photoCaption = HTTPField.Name("Photo-Caption")!
    static let photoLocation = HTTPField.Name("Photo-Location")!
    static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    static let refresh = HTTPField.Name("Refresh")!
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode")!
    static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
    static let xForwardedFor = HTTPField.Name("X-Forwarded-For")!
}
