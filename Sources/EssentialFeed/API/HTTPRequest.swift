public import Foundation

/// A `GET` for a URL, with the bounds that its answer must keep.
public struct HTTPRequest: Hashable, Sendable {
    public let url: URL
    public let headers: HTTPHeaders
    /// The most bytes the body may have, unpacked; a longer one is refused while it arrives (N008).
    public let maximumBytes: Int
    /// How long the answer may take in all, retries included (N007).
    public let timeLimit: Duration

    public init(url: URL, headers: HTTPHeaders = [:], maximumBytes: Int, timeLimit: Duration) {
        self.url = url
        self.headers = headers
        self.maximumBytes = maximumBytes
        self.timeLimit = timeLimit
    }
}
