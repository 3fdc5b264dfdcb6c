public import Foundation
public import HTTPTypes

/// A complete response.
public struct DataResponse: Hashable, Sendable {
    /// The URL that the response came from, after redirects and without user info.
    public let url: URL
    /// The status, which clients don't interpret.
    public let status: HTTPResponse.Status
    /// The header fields. A lookup ignores case and joins repeated fields with a comma.
    public let headerFields: HTTPFields
    /// The decompressed body.
    public let body: Data
    /// Whether the response marks where its body ends: by a length, by chunks or by compression.
    ///
    /// If the body ends with the connection, it may have been cut unnoticed.
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
