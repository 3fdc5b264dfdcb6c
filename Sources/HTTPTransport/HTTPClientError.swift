/// Why a client got no whole answer, or refused the one that came.
///
/// Two are equal where the same happened at the same place, whatever the causes say of it.
public struct HTTPClientError: Error, Equatable {
    /// What happened, by what can be done about it.
    public enum Kind: Hashable, Sendable {
        /// Nothing listens at the address.
        case refused
        /// The host's name does not resolve.
        case nameNotFound
        /// No connection within 10 s.
        case connectTimeout
        /// No whole answer within the request's time limit.
        case timeout
        /// The connection was reset or closed before an answer began.
        case reset
        /// No secure connection: the certificate, the name in it or the protocol.
        case insecure
        /// The answer ended early, or its coding is broken (B013).
        case cut
        /// What came is not HTTP (B013).
        case malformed
        /// The body is longer than the request allows (N008).
        case tooLarge(limit: Int)
        /// A redirect that is not followed (N009).
        case redirect(RedirectFault)
        /// The URL leads to this machine or into its network, and the server that named it is outside of that.
        case privateAddress
        /// Anything else that kept the answer from coming.
        case other
    }

    /// Why a redirect is not followed (N009).
    public enum RedirectFault: Hashable, Sendable {
        case tooMany
        /// From `https` to `http`.
        case insecure
        /// To something that is not `http` or `https`, or is no URL.
        case invalidLocation
    }

    public let kind: Kind
    public let cause: (any Error)?
    /// Whose fault it is where a redirect led there (N009); `nil`: that of the origin that was asked.
    public let redirectedTo: Origin?

    public init(_ kind: Kind, cause: (any Error)? = nil, redirectedTo: Origin? = nil) {
        self.kind = kind
        self.cause = cause
        self.redirectedTo = redirectedTo
    }

    /// Whether a repetition may succeed at once: the server was restarting, or dropped an idle connection (N007).
    public var isTransient: Bool {
        kind == .refused || kind == .reset
    }

    /// Whether no connection came about, so that the origin gives nothing else either.
    public var isWithoutConnection: Bool {
        switch kind {
        case .refused, .nameNotFound, .connectTimeout: true
        default: false
        }
    }

    /// Whether an answer came, which cannot be used.
    public var isAnswer: Bool {
        switch kind {
        case .tooLarge, .redirect, .privateAddress: true
        default: false
        }
    }

    public static func == (left: HTTPClientError, right: HTTPClientError) -> Bool {
        left.kind == right.kind && left.redirectedTo == right.redirectedTo
    }
}
