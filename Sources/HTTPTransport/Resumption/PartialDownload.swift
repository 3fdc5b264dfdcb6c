public import Foundation
import HTTPTypes

/// The first bytes of a download that was cut.
public struct PartialDownload: Hashable, Sendable {
    /// The URL of the download, without user info.
    public let url: URL
    /// The strong entity tag of the whole.
    public let entityTag: String
    /// The bytes that arrived.
    public let bytes: Data
    /// The length of the whole, in bytes.
    public let total: Int

    /// Creates a partial download.
    public init(url: URL, entityTag: String, bytes: Data, total: Int) {
        self.url = url
        self.entityTag = entityTag
        self.bytes = bytes
        self.total = total
    }

    /// Creates a partial download from a response with status 200 that was cut. Returns `nil` if it can't be resumed.
    ///
    /// To be resumed, a download needs a strong entity tag (a weak one would let bytes of two files be joined), a body
    /// without a content coding, a length, and a server that doesn't refuse ranges.
    init?(_ response: DataResponse, for url: URL) {
        guard response.status == .ok, response.hasIdentityCoding,
            response.headerFields[.acceptRanges]?.lowercased() != "none",
            let entityTag = EntityTag(response.headerFields[.eTag]), entityTag.isStrong,
            let total = response.headerFields[.contentLength].flatMap({ Int($0) }), response.body.count < total
        else { return nil }
        self.init(url: url, entityTag: entityTag.text, bytes: response.body, total: total)
    }

    /// The fields that ask for the missing bytes, or for the whole if the file has changed.
    var rangeFields: HTTPFields {
        [.range: "bytes=\(bytes.count)-", .ifRange: entityTag, .acceptEncoding: "identity"]
    }

    /// Returns the download with the bytes of a response with status 206 appended, or `nil` if the response doesn't
    /// continue this download because it has another beginning or end, or belongs to another file.
    func appending(_ response: DataResponse) -> PartialDownload? {
        guard response.status == .partialContent, response.hasIdentityCoding,
            let range = ContentRange(response.headerFields[.contentRange]),
            range.first == bytes.count, range.last == total - 1, range.total == total,
            let entityTag = EntityTag(response.headerFields[.eTag]), entityTag.isStrong,
            entityTag.text == self.entityTag, response.body.count <= total - bytes.count
        else { return nil }
        return PartialDownload(url: url, entityTag: self.entityTag, bytes: bytes + response.body, total: total)
    }

    var isWhole: Bool { bytes.count == total }
}

extension DataResponse {
    fileprivate var hasIdentityCoding: Bool {
        ["", "identity"].contains(headerFields[.contentEncoding]?.lowercased() ?? "")
    }
}
