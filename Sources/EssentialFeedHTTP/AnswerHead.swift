import AsyncHTTPClient
import EssentialFeed
import Foundation
import HTTPTransport
import NIOHTTP1

/// What the head of an answer says about its body.
struct AnswerHead {
    let status: Int
    let headers: HTTPTransport.HTTPHeaders

    init(_ response: HTTPClientResponse) {
        self.init(status: response.status, headers: response.headers)
    }

    init(_ head: HTTPResponseHead) {
        self.init(status: head.status, headers: head.headers)
    }

    private init(status: HTTPResponseStatus, headers: NIOHTTP1.HTTPHeaders) {
        self.status = Int(status.code)
        self.headers = HTTPTransport.HTTPHeaders(headers.lazy.map { (name: $0.name, value: $0.value) })
    }

    /// The coding of the body, in lower case; `nil` where there is none.
    private var coding: String? {
        guard let coding = headers["Content-Encoding"]?.trimmingCharacters(in: .whitespaces).lowercased(),
            !coding.isEmpty, coding != "identity"
        else { return nil }
        return coding
    }

    /// Whether the body comes as it is, or in the codings that were asked for and are unpacked on the way.
    var isReadable: Bool {
        coding.map { ["gzip", "deflate"].contains($0) } ?? true
    }

    /// Whether a part of the body could be gone on with: it is a whole file or a part of one, as it is on the server
    /// (N034).
    var isResumable: Bool {
        [200, 206].contains(status) && coding == nil
    }

    /// Whether counting the bytes of the body tells that it was cut.
    var showsItsCut: Bool {
        isResumable && expectedBytes != nil && headers["Transfer-Encoding"] == nil
    }

    /// How many bytes come over the wire; `nil` where that is not said, or the status has no body.
    var announcedBytes: Int? {
        hasBody ? headers["Content-Length"].flatMap { Int($0) } : nil
    }

    /// How many bytes the body has; `nil` where that is not said, or it comes packed.
    var expectedBytes: Int? {
        coding == nil ? announcedBytes : nil
    }

    /// Whether the end of the body shows: by its length, by chunks, or by the end of what is packed (N023a).
    var isDelimited: Bool {
        !hasBody || coding != nil || headers["Content-Length"] != nil
            || headers["Transfer-Encoding"]?.lowercased().contains("chunked") ?? false
    }

    private var hasBody: Bool { status != 204 && status != 304 }
}
