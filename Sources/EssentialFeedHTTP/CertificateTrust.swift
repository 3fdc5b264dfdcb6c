import Crypto
import Foundation
import HTTPTransport
import NIOCore
import NIOSSL

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
