import AsyncHTTPClient
import Foundation
import HTTPTransport
import HTTPTypes
import NIOHTTP1
import NIOHTTPTypesHTTP1

struct ResponseHead {
    let status: HTTPResponse.Status
    let headerFields: HTTPFields

    init(_ response: HTTPClientResponse) { self.init(status: response.status, headers: response.headers) }

    init(_ head: HTTPResponseHead) { self.init(status: head.status, headers: head.headers) }

    /// HTTPTypes crashes on a status above 999 and on 65,535 fields. Neither can happen: the decoder reads three digits
    /// and allows 256 fields. ``StatusCheckHandler`` refuses a status below 100.
    private init(status: HTTPResponseStatus, headers: HTTPHeaders) {
        self.status = HTTPResponse.Status(code: Int(status.code))
        headerFields = HTTPFields(headers, splitCookie: false)
    }

    /// The content coding of the body, in lowercase, or `nil` if the body isn't coded.
    private var coding: String? {
        guard let coding = headerFields[.contentEncoding]?.trimmingCharacters(in: .whitespaces).lowercased(),
            !coding.isEmpty, coding != "identity"
        else { return nil }
        return coding
    }

    /// Whether the body isn't coded, or has a requested coding that is decompressed on arrival.
    var isReadable: Bool { coding.map { ["gzip", "deflate"].contains($0) } ?? true }

    /// Whether the body is an unmodified file or part of one; if so, a cut download can be resumed.
    var isResumable: Bool { [.ok, .partialContent].contains(status) && coding == nil }

    /// Whether the number of received bytes reveals a cut body.
    var showsItsCut: Bool { isResumable && expectedBytes != nil && !headerFields.contains(.transferEncoding) }

    /// The number of bytes on the wire, or `nil` if the head doesn't state it or the status doesn't allow a body.
    var announcedBytes: Int? { hasBody ? headerFields[.contentLength].flatMap { Int($0) } : nil }

    /// The length of the body, in bytes, or `nil` if the head doesn't state it or the body is coded.
    var expectedBytes: Int? { coding == nil ? announcedBytes : nil }

    /// Whether the end of the body can be recognized: by its length, by chunks, or by the end of compressed data.
    var isDelimited: Bool {
        !hasBody || coding != nil || headerFields.contains(.contentLength)
            || headerFields[.transferEncoding]?.lowercased().contains("chunked") ?? false
    }

    /// Whether nothing follows the head.
    var isEmpty: Bool { !hasBody || announcedBytes == 0 }

    private var hasBody: Bool { status != .noContent && status != .notModified }
}

enum Redirect: Equatable {
    case none
    case follow(URL)
    case refuse(HTTPTransport.HTTPClientError.RedirectRefusal)

    /// The maximum number of consecutive redirects that are followed.
    static let maximum = 5

    /// Evaluates a response. It is a redirect if its status is 301, 302, 303, 307 or 308 and it has a `Location`.
    /// - Parameter count: The number of redirects that led to the URL.
    init(_ head: ResponseHead, from url: URL, count: Int) {
        guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headerFields[.location] else {
            self = .none
            return
        }
        guard let target = URL(string: location, relativeTo: url)?.absoluteURL.withoutUserInfo,
            let origin = Origin(target)
        else {
            self = .refuse(.invalidLocation)
            return
        }
        if Origin(url)?.isSecure == true, !origin.isSecure {
            self = .refuse(.insecure)
        } else if count >= Self.maximum {
            self = .refuse(.tooMany)
        } else {
            self = .follow(target)
        }
    }
}
