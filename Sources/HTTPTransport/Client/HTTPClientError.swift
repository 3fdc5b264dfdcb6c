/// The error of a request that got no complete response, or whose response was refused.
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
        /// The server's certificate isn't the one that the user trusts.
        case changedCertificate(CertificateFingerprint)
        /// The bytes that arrived from an `https` URL aren't TLS.
        case notTLS
        /// A user name and a password would be sent unencrypted, which the user hasn't asked for.
        case unencryptedSignIn
        /// The response ended early, or its coding is broken.
        case cut
        /// The bytes that arrived aren't HTTP.
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
    public var isTransient: Bool {
        kind == .refused || kind == .reset
    }

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

/// The SHA-256 digest of a server's certificate, which lets the user recognize the certificate.
public struct CertificateFingerprint: Hashable, Sendable {
    private static let byteCount = 32

    private let bytes: [UInt8]

    package init(digest: some Sequence<UInt8>) {
        bytes = Array(digest)
        precondition(bytes.count == Self.byteCount, "\(bytes.count) bytes of SHA-256")
    }

    /// Reads a fingerprint's hexadecimal digits, in any case, with or without colons. Returns `nil` if the text isn't a
    /// fingerprint.
    public init?(_ text: String) {
        let digits = Array(text.utf8.filter { $0 != UInt8(ascii: ":") })
        guard digits.count == 2 * Self.byteCount else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            let pair = String(decoding: digits[start..<start + 2], as: UTF8.self)
            guard !pair.hasPrefix("+"), !pair.hasPrefix("-"), let byte = UInt8(pair, radix: 16) else { return nil }
            bytes.append(byte)
        }
        self.bytes = bytes
    }
}

extension CertificateFingerprint: CustomStringConvertible {
    /// The digits in upper case, two for each byte, with colons, as browsers and `openssl` show them.
    public var description: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: ":")
    }
}
