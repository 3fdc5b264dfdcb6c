public import Foundation
public import HTTPTypes

/// A `GET` request for a URL, with the bounds that its response must stay within.
///
/// HTTPTypes' own `HTTPRequest` has neither a URL nor bounds, and HTTPTypesFoundation, which adds the URL, would link
/// FoundationNetworking.
public struct DataRequest: Hashable, Sendable {
    /// The URL to load. Its user info, if any, is sent as Basic authorization.
    public let url: URL
    /// The fields to send in addition to those that every request has.
    public let headerFields: HTTPFields
    /// The greatest length of the decompressed body, in bytes. A longer body is refused while it arrives.
    public let maximumBytes: Int
    /// The time within which the whole response must arrive, including retries.
    public let timeLimit: Duration

    /// The default value of ``maximumBytes``, chosen for a page of the feed: 8 MiB.
    public static let defaultMaximumBytes = 8 << 20
    /// The default value of ``timeLimit``: 30 seconds.
    public static let defaultTimeLimit = Duration.seconds(30)

    /// Creates a request for a URL.
    public init(
        url: URL, headerFields: HTTPFields = [:], maximumBytes: Int = defaultMaximumBytes,
        timeLimit: Duration = defaultTimeLimit
    ) {
        self.url = url
        self.headerFields = headerFields
        self.maximumBytes = maximumBytes
        self.timeLimit = timeLimit
    }
}
