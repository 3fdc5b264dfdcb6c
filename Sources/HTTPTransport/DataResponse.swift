public import Foundation

/// A whole answer (B014, B015).
public struct DataResponse: Hashable, Sendable {
    /// Where the answer came from, after redirects, without user info.
    public let url: URL
    public let status: Int
    public let headers: HTTPHeaders
    public let body: Data
    /// Whether the answer told where its body ends, by length or by chunks. A body that ends where the connection does
    /// cannot be known to be whole (N023a).
    public let isDelimited: Bool

    public init(url: URL, status: Int, headers: HTTPHeaders = [:], body: Data, isDelimited: Bool = true) {
        self.url = url
        self.status = status
        self.headers = headers
        self.body = body
        self.isDelimited = isDelimited
    }
}
