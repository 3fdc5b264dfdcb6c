import Crypto
public import HTTPTransport
import NIOCore
import NIOSSL

/// The settings for network access.
public struct NetworkSettings: Hashable, Sendable {
    /// The proxies through which requests are sent.
    public var proxies: ProxySettings
    /// The path of a PEM file with certificates to trust instead of the system's, or `nil` to trust the system's.
    ///
    /// The file is read when a secure connection is first needed.
    public var trustRootsFile: String?
    /// The certificates that the user trusts, one per server. All other certificates of that server are refused.
    public var trustedCertificates: [Origin: CertificateFingerprint] = [:]
    /// The connect timeout, including name resolution and the TLS handshake.
    public var connectTimeout = Duration.seconds(10)
    /// The maximum decompressed length of a compressed body, in bytes, even if a request allows more.
    public var maximumUnpackedBytes = 64 << 20

    /// Creates the settings from environment variables.
    ///
    /// Reads `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` (see ``ProxySettings``) and `SSL_CERT_FILE`.
    /// - Throws: ``ProxySettingsError`` if a variable doesn't hold the URL of an HTTP proxy.
    public init(environment: [String: String] = [:]) throws(ProxySettingsError) {
        proxies = try ProxySettings(environment: environment)
        trustRootsFile = environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// Which certificates a secure connection accepts.
enum CertificateTrust: Hashable {
    /// Certificates that a trusted authority has signed for the server's name.
    case authorities
    /// One certificate, regardless of its issuer and name.
    case only(CertificateFingerprint)
    /// None. The connection only reads the server's certificate and ends before a request is sent.
    case none

    struct Refusal: Error {
        let fingerprint: CertificateFingerprint
    }

    /// Checks the certificate of a connection that is ready to send requests, and closes the connection if the
    /// certificate isn't accepted. Certificates from authorities were already checked during the handshake.
    func check(_ channel: any Channel) throws {
        if case .authorities = self { return }
        do {
            guard let certificate = try channel.pipeline.syncOperations.nioSSL_peerCertificate() else {
                throw NIOSSLError.noCertificateToValidate
            }
            let fingerprint = CertificateFingerprint(digest: SHA256.hash(data: try certificate.toDERBytes()))
            if self == .only(fingerprint) { return }
            throw Refusal(fingerprint: fingerprint)
        } catch {
            // AsyncHTTPClient leaves the channel open, and must receive the error before the channel closes.
            channel.eventLoop.execute { channel.close(promise: nil) }
            throw error
        }
    }
}

/// The file at ``NetworkSettings/trustRootsFile`` can't be used.
///
/// It is the cause of an `HTTPClientError` of kind `insecure`.
public struct TrustRootsError: Error {
    /// The path of the file.
    public let path: String
    /// Why the file can't be used.
    public let cause: any Error
}
