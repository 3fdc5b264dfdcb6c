public import Foundation

/// The error of a request with no complete response, or with a refused one.
///
/// Two errors are equal if they have the same kind and occurred at the same origin; causes aren't compared.
public struct HTTPClientError: Error, Equatable {
    /// What happened, grouped by remedy.
    public enum Kind: Hashable, Sendable {
        /// Nothing listens at the address.
        case refused
        /// The host's name can't be resolved.
        case nameNotFound
        /// No connection was made within the client's connect timeout.
        case connectTimeout
        /// The whole response didn't arrive within the request's time limit.
        case timeout
        /// The connection was reset or closed before a response began.
        case reset
        /// No secure connection was made, because of the protocol or because the trusted certificates can't be read.
        case insecure
        /// The server's certificate isn't trusted, or is for another name.
        case untrustedCertificate(CertificateFingerprint)
        /// The server's certificate isn't the one trusted by the user.
        case changedCertificate(CertificateFingerprint)
        /// The received bytes of an `https` URL aren't TLS.
        case notTLS
        /// A user name and a password would be sent unencrypted, which the user hasn't asked for.
        case unencryptedSignIn
        /// The response ended early, or its coding is broken.
        case cut
        /// The received bytes aren't HTTP.
        case malformed
        /// The body exceeds the request's limit, in bytes.
        case tooLarge(limit: Int)
        /// The response is a redirect that isn't followed.
        case redirect(RedirectRefusal)
        /// The URL leads to this machine or into its network, but the server that supplied the URL is outside it.
        case privateAddress
        /// Any other failure.
        case other
    }

    /// The reason for not following a redirect.
    public enum RedirectRefusal: Hashable, Sendable {
        /// There were too many redirects.
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

    /// Whether a retry may succeed, because the server was restarting or dropped an idle connection.
    public var isTransient: Bool { kind == .refused || kind == .reset }

    /// Whether no connection was made, so nothing else can be loaded from the origin either.
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

    /// Returns whether both errors have the same kind and occurred at the same origin.
    public static func == (left: HTTPClientError, right: HTTPClientError) -> Bool {
        left.kind == right.kind && left.redirectedTo == right.redirectedTo
    }
}

extension HTTPClientError: CustomStringConvertible, LocalizedError {
    /// What happened, in English, with the cause if there is one. The cause may name an address or a path.
    public var description: String {
        let place = redirectedTo.map { " after a redirect to \($0)" } ?? ""
        return kind.description + place + (cause.map { " (\($0))" } ?? "")
    }
    public var errorDescription: String? { description }
}

extension HTTPClientError.Kind: CustomStringConvertible {
    public var description: String {
        switch self {
        case .refused: "nothing answers at the address"
        case .nameNotFound: "the host’s name can’t be found"
        case .connectTimeout: "no connection was made in time"
        case .timeout: "the response didn’t arrive in time"
        case .reset: "the connection was closed before a response"
        case .insecure: "no secure connection could be made"
        case .untrustedCertificate(let fingerprint): "the certificate \(fingerprint) isn’t trusted"
        case .changedCertificate(let fingerprint): "the certificate is now another one, \(fingerprint)"
        case .notTLS: "the server doesn’t use encryption"
        case .unencryptedSignIn: "the name and password would be sent without encryption"
        case .cut: "the response ended early"
        case .malformed: "the response isn’t HTTP"
        case .tooLarge(let limit): "the response has more than \(limit) bytes"
        case .redirect(.tooMany): "there were too many redirects"
        case .redirect(.insecure): "a redirect leads from https to http"
        case .redirect(.invalidLocation): "a redirect leads to something other than a web address"
        case .privateAddress: "the address is in a network that the server isn’t part of"
        case .other: "the request failed"
        }
    }
}
