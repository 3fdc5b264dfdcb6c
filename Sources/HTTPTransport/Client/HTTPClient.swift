public import Foundation
public import HTTPTypes

/// A client that loads a URL's whole resource or throws.
///
/// A client doesn't interpret the status and doesn't store responses or cookies.
public protocol HTTPClient: Sendable {
    /// Sends one request and returns the complete response, regardless of its status. Follows the redirects of a `GET`.
    ///
    /// Cancelling the calling task cancels the request.
    /// - Throws: ``HTTPClientError``, or `CancellationError` if the calling task was cancelled.
    func load(_ request: DataRequest) async throws -> DataResponse
}

/// A `GET` request for a URL, or a `PUT` request with a body, with limits for its response.
///
/// HTTPTypes' own `HTTPRequest` has neither a URL nor limits, and HTTPTypesFoundation, which adds the URL, would link
/// FoundationNetworking.
public struct DataRequest: Hashable, Sendable {
    /// The URL to load. Its user info, if any, is sent as Basic authorization.
    public let url: URL
    /// The JSON document to put at the URL; `nil` to load the URL. Servers that receive the same `PUT` twice save it once.
    public let body: Data?
    /// The header fields to send in addition to the standard ones.
    public let headerFields: HTTPFields
    /// The maximum length of the decompressed body, in bytes. A longer body is refused as it arrives.
    public let maximumBytes: Int
    /// The timeout for the whole response, including retries.
    public let timeLimit: Duration

    /// The default value of ``maximumBytes``, chosen for a page of the feed: 8 MiB.
    public static let defaultMaximumBytes = 8 << 20
    /// The default value of ``timeLimit``: 30 seconds.
    public static let defaultTimeLimit = Duration.seconds(30)

    /// Creates a request for a URL.
    public init(
        url: URL, body: Data? = nil, headerFields: HTTPFields = [:], maximumBytes: Int = defaultMaximumBytes,
        timeLimit: Duration = defaultTimeLimit
    ) {
        self.url = url
        self.body = body
        self.headerFields = headerFields
        self.maximumBytes = maximumBytes
        self.timeLimit = timeLimit
    }

    /// Returns the same request with some header fields replaced, for clients that wrap another client.
    public func setting(_ fields: HTTPFields) -> DataRequest {
        var headerFields = headerFields
        for field in fields { headerFields[field.name] = field.value }
        return DataRequest(
            url: url, body: body, headerFields: headerFields, maximumBytes: maximumBytes, timeLimit: timeLimit)
    }
}

extension DataRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the URL, without secrets.
    public var description: String { "\(body == nil ? "GET" : "PUT") \(url.withoutSecrets.absoluteString)" }
    /// A mirror without the body, the header fields and the URL's secrets.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["url": url.withoutSecrets.absoluteString, "maximumBytes": maximumBytes, "timeLimit": timeLimit])
    }
}

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

/// Runs an operation and cancels it when a time limit expires.
///
/// The operation must end soon after it is cancelled, because the call waits for it to end.
/// - Throws: ``HTTPClientError`` of kind ``HTTPClientError/Kind/timeout`` when the limit expires; `CancellationError`
///   if the calling task was cancelled; otherwise the operation's error.
public func withTimeLimit<Value: Sendable>(
    _ limit: Duration, clock: any Clock<Duration>, operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await clock.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let value = first else { throw HTTPClientError(.timeout) }
        return value
    }
}
