/// The error of a client that got no whole response, or refused the one that it got.
///
/// Two errors are equal if the same thing happened at the same place; their causes aren't compared.
public struct HTTPClientError: Error, Equatable {
    /// What happened, grouped by what can be done about it.
    public enum Kind: Hashable, Sendable {
        /// Nothing listens at the address.
        case refused
        /// The name of the host doesn't resolve.
        case nameNotFound
        /// No connection was made within the client's connect timeout.
        case connectTimeout
        /// The whole response didn't arrive within the request's time limit.
        case timeout
        /// The connection was reset or closed before a response began.
        case reset
        /// No secure connection was made, because of the certificate, the name in it, or the protocol.
        case insecure
        /// The response ended early, or its coding is broken.
        case cut
        /// The bytes that arrived aren't HTTP.
        case malformed
        /// The body is longer than the request allows, in bytes.
        case tooLarge(limit: Int)
        /// The response is a redirect that isn't followed.
        case redirect(RedirectRefusal)
        /// The URL leads to this machine or into its network, but the server that named it is outside of that.
        case privateAddress
        /// Anything else that prevented the response.
        case other
    }

    /// The reason for not following a redirect.
    public enum RedirectRefusal: Hashable, Sendable {
        /// Too many redirects led here already.
        case tooMany
        /// The redirect leads from `https` to `http`.
        case insecure
        /// The redirect leads to something other than an `http` or `https` URL.
        case invalidLocation
    }

    /// What happened.
    public let kind: Kind
    /// The underlying error, if there is one.
    public let cause: (any Error)?
    /// The origin where the error occurred, if a redirect led there; `nil` if it occurred at the request's own origin.
    public let redirectedTo: Origin?

    /// Creates an error.
    public init(_ kind: Kind, cause: (any Error)? = nil, redirectedTo: Origin? = nil) {
        self.kind = kind
        self.cause = cause
        self.redirectedTo = redirectedTo
    }

    /// Whether sending the request again may succeed at once, because the server was restarting or dropped an idle
    /// connection.
    public var isTransient: Bool {
        kind == .refused || kind == .reset
    }

    /// Whether no connection was made, so that nothing else can be loaded from the origin either.
    public var isWithoutConnection: Bool {
        switch kind {
        case .refused, .nameNotFound, .connectTimeout: true
        default: false
        }
    }

    /// Whether a response arrived, or would have arrived, but can't be used.
    public var isUnusableResponse: Bool {
        switch kind {
        case .tooLarge, .redirect, .privateAddress: true
        default: false
        }
    }

    /// Returns whether both errors are of one kind and occurred at the same place.
    public static func == (left: HTTPClientError, right: HTTPClientError) -> Bool {
        left.kind == right.kind && left.redirectedTo == right.redirectedTo
    }
}
