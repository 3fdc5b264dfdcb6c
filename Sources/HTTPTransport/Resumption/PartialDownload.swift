public import Foundation

/// What has come of an image whose download was cut (N034).
public struct PartialDownload: Hashable, Sendable {
    public let url: URL
    /// The strong `ETag` of the whole.
    public let entityTag: String
    /// The first bytes.
    public let bytes: Data
    /// How many bytes the whole has.
    public let total: Int

    public init(url: URL, entityTag: String, bytes: Data, total: Int) {
        self.url = url
        self.entityTag = entityTag
        self.bytes = bytes
        self.total = total
    }

    /// What came of an answer with status 200 that ended early.
    ///
    /// `nil`: it cannot be gone on with. That takes a strong validator (a weak one would let bytes of two files be
    /// joined), bytes as they are stored on the server, a length and a server that does not refuse ranges.
    init?(_ response: DataResponse, for url: URL) {
        guard response.status == 200, response.hasIdentityCoding,
            response.headers["Accept-Ranges"]?.lowercased() != "none",
            let tag = EntityTag(response.headers["ETag"]), tag.isStrong,
            let total = response.headers["Content-Length"].flatMap({ Int($0) }), response.body.count < total
        else { return nil }
        self.init(url: url, entityTag: tag.text, bytes: response.body, total: total)
    }

    /// What asks for the rest.
    var conditions: [(name: String, value: String)] {
        [("Range", "bytes=\(bytes.count)-"), ("If-Range", entityTag), ("Accept-Encoding", "identity")]
    }

    /// With the bytes of an answer with status 206.
    ///
    /// `nil`: the answer is not the rest of this: it begins elsewhere, ends elsewhere, or is of another file.
    func grown(by response: DataResponse) -> PartialDownload? {
        guard response.status == 206, response.hasIdentityCoding,
            let range = ContentRange(response.headers["Content-Range"]),
            range.first == bytes.count, range.last == total - 1, range.total == total,
            let tag = EntityTag(response.headers["ETag"]), tag.isStrong, tag.text == entityTag,
            response.body.count <= total - bytes.count
        else { return nil }
        return PartialDownload(url: url, entityTag: entityTag, bytes: bytes + response.body, total: total)
    }

    var isWhole: Bool { bytes.count == total }
}

extension DataResponse {
    fileprivate var hasIdentityCoding: Bool {
        ["", "identity"].contains(headers["Content-Encoding"]?.lowercased() ?? "")
    }
}
