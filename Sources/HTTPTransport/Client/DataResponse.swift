public import Foundation
public import HTTPTypes

/// A whole response.
public struct DataResponse: Hashable, Sendable {
    /// The URL that the response came from, after redirects and without user info.
    public let url: URL
    /// The status, which no client judges.
    public let status: HTTPResponse.Status
    /// The header fields. A lookup ignores case and joins repeated fields with a comma.
    public let headerFields: HTTPFields
    /// The body, decompressed.
    public let body: Data
    /// Whether the response says where its body ends: by a length, by chunks or by compression.
    ///
    /// A body that ends only with its connection may have been cut without anybody noticing.
    public let isDelimited: Bool

    /// Creates a response.
    public init(
        url: URL, status: HTTPResponse.Status, headerFields: HTTPFields = [:], body: Data, isDelimited: Bool = true
    ) {
        self.url = url
        self.status = status
        self.headerFields = headerFields
        self.body = body
        self.isDelimited = isDelimited
    }
}
