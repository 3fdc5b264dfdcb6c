public import Foundation
public import HTTPTypes

/// A `GET` request for a URL, or a `PUT` or `POST` request with a body, with limits for its response.
///
/// HTTPTypes' own `HTTPRequest` has neither a URL nor limits, and HTTPTypesFoundation, which adds the URL, would link
/// FoundationNetworking.
public struct DataRequest: Hashable, Sendable {
    /// The URL to load. Its user info, if any, is sent as Basic authorization.
    public let url: URL
    /// The JSON document to put at the URL or post to it; `nil` to load the URL. Servers that receive the same `PUT`
    /// twice save it once.
    public let body: Data?
    /// `GET` without a body, `PUT` with one, unless ``post(_:to:headerFields:readsBody:timeLimit:)`` made the request.
    public private(set) var method: HTTPRequest.Method
    /// The header fields to send in addition to the standard ones.
    public private(set) var headerFields: HTTPFields
    /// The maximum length of the decompressed body, in bytes. A longer body is refused as it arrives.
    public let maximumBytes: Int
    /// Whether the body of the response is read. Otherwise, a response of any length is delivered without it.
    public private(set) var readsBody = true
    /// The timeout for the whole response, including retries.
    public let timeLimit: Duration

    /// The default value of ``maximumBytes``, chosen for a page of the feed or an image's comments: 8 MiB.
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
        method = body == nil ? .get : .put
        self.headerFields = headerFields
        self.maximumBytes = maximumBytes
        self.timeLimit = timeLimit
    }

    /// Creates a `POST` request. The header fields state what the body is.
    public static func post(
        _ body: Data, to url: URL, headerFields: HTTPFields, readsBody: Bool = true,
        timeLimit: Duration = defaultTimeLimit
    ) -> DataRequest {
        var request = DataRequest(url: url, body: body, headerFields: headerFields, timeLimit: timeLimit)
        (request.method, request.readsBody) = (.post, readsBody)
        return request
    }

    /// Returns the same request with some header fields replaced, for clients that wrap another client.
    public func setting(_ fields: HTTPFields) -> DataRequest {
        var request = self
        for field in fields { request.headerFields[field.name] = field.value }
        return request
    }
}

extension DataRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the URL, without secrets.
    public var description: String { "\(method.rawValue) \(url.withoutSecrets.absoluteString)" }
    /// A mirror without the body, the header fields and the URL's secrets.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["url": url.withoutSecrets.absoluteString, "maximumBytes": maximumBytes, "timeLimit": timeLimit])
    }
}
