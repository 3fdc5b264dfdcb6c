public import HTTPTransport

/// A server's untrusted certificate.
public struct UntrustedCertificate: Hashable, Sendable {
    /// The server, without user info.
    public let server: ServerAddress
    /// The fingerprint of the certificate.
    public let fingerprint: CertificateFingerprint
    /// Whether the user has trusted a different certificate of this server before.
    public let isChanged: Bool
    /// The fingerprint as text, for display and storage.
    public var fingerprintText: String { fingerprint.description }

    /// Creates the certificate of a server.
    public init(server: ServerAddress, fingerprint: CertificateFingerprint, isChanged: Bool) {
        self.server = server
        self.fingerprint = fingerprint
        self.isChanged = isChanged
    }
}
