package import HTTPTransport

package struct UntrustedCertificate: Hashable, Sendable {
    package let server: ServerAddress
    package let fingerprint: CertificateFingerprint
    /// Whether the user has trusted a different certificate of this server before.
    package let isChanged: Bool
    package var fingerprintText: String { fingerprint.description }

    package init(server: ServerAddress, fingerprint: CertificateFingerprint, isChanged: Bool) {
        self.server = server
        self.fingerprint = fingerprint
        self.isChanged = isChanged
    }
}
