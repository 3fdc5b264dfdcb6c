public import Foundation

/// A `GET` for a URL, with the bounds that its answer must keep.
public struct DataRequest: Hashable, Sendable {
    public let url: URL
    public let headers: HTTPHeaders
    /// The most bytes the body may have, unpacked; a longer one is refused while it arrives (N008).
    public let maximumBytes: Int
    /// How long the answer may take in all, retries included (N007).
    public let timeLimit: Duration

    /// The most bytes of an answer where nothing else is said: those of a feed.
    public static let defaultMaximumBytes = 8 << 20
    /// How long an answer may take where nothing else is said.
    public static let defaultTimeLimit = Duration.seconds(30)

    public init(
        url: URL, headers: HTTPHeaders = [:], maximumBytes: Int = defaultMaximumBytes,
        timeLimit: Duration = defaultTimeLimit
    ) {
        self.url = url
        self.headers = headers
        self.maximumBytes = maximumBytes
        self.timeLimit = timeLimit
    }
}
