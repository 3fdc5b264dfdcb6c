public import Foundation
import HTTPTypes

/// The first bytes of a download that was cut.
public struct PartialDownload: Hashable, Sendable {
    /// The URL of the download, without user info.
    public let url: URL
    /// The strong entity tag of the whole file.
    public let entityTag: String
    /// The received bytes.
    public let bytes: Data
    /// The length of the whole file, in bytes.
    public let total: Int

    /// Creates a partial download.
    public init(url: URL, entityTag: String, bytes: Data, total: Int) {
        self.url = url
        self.entityTag = entityTag
        self.bytes = bytes
        self.total = total
    }

    /// Creates a partial download from a cut response with status 200. Returns `nil` if it can't be resumed.
    ///
    /// To be resumed, a download needs a strong entity tag (a weak one could join the bytes of two files), a body
    /// without a content coding, a length, and a server that doesn't refuse ranges.
    init?(_ response: DataResponse, for url: URL) {
        guard response.status == .ok, response.hasIdentityCoding,
            response.headerFields[.acceptRanges]?.lowercased() != "none",
            let entityTag = response.strongEntityTag,
            let total = response.headerFields[.contentLength].flatMap({ Int($0) }), response.body.count < total
        else { return nil }
        self.init(url: url, entityTag: entityTag, bytes: response.body, total: total)
    }

    /// The header fields that request the missing bytes, or the whole file if it has changed.
    var rangeFields: HTTPFields {
        [.range: "bytes=\(bytes.count)-", .ifRange: entityTag, .acceptEncoding: "identity"]
    }

    /// Returns the download with the bytes of a response with status 206 appended, or `nil` if the response has another
    /// start or end or belongs to another file.
    func appending(_ response: DataResponse) -> PartialDownload? {
        guard response.status == .partialContent, response.hasIdentityCoding,
            response.headerFields[.contentRange]?.lowercased() == "bytes \(bytes.count)-\(total - 1)/\(total)",
            response.strongEntityTag == entityTag, response.body.count <= total - bytes.count
        else { return nil }
        return PartialDownload(url: url, entityTag: entityTag, bytes: bytes + response.body, total: total)
    }

    var isWhole: Bool { bytes.count == total }
}
