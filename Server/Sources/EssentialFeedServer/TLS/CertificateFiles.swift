import Foundation
import NIOSSL

/// The PEM files of a server's certificate chain and private key.
public struct CertificateFiles: Hashable, Sendable {
    /// The path of the file with the certificate chain, the server's own certificate first.
    public let certificate: String
    /// The path of the file with the private key.
    public let key: String

    /// Creates the pair of paths without reading the files.
    public init(certificate: String, key: String) {
        (self.certificate, self.key) = (certificate, key)
    }

    /// The folders that contain the files.
    var folders: Set<URL> {
        Set([certificate, key].map { URL(filePath: $0).absoluteURL.deletingLastPathComponent() })
    }

    /// Reads both files; blocks.
    /// - Throws: ``CertificateError``.
    func content() throws(CertificateError) -> CertificateContent {
        CertificateContent(certificate: try read(certificate), key: try read(key))
    }

    private func read(_ path: String) throws(CertificateError) -> Data {
        do {
            return try Data(contentsOf: URL(filePath: path))
        } catch {
            throw CertificateError(path: path, reason: error.localizedDescription)
        }
    }

    /// Returns the TLS context for connections.
    /// - Throws: ``CertificateError`` if the content isn't a certificate with its private key.
    func context(_ content: CertificateContent) throws(CertificateError) -> NIOSSLContext {
        let key: NIOSSLPrivateKey
        do {
            key = try NIOSSLPrivateKey(bytes: Array(content.key), format: .pem)
        } catch {
            throw CertificateError(path: self.key, reason: "it has no private key in PEM form")
        }
        do {
            let chain = try NIOSSLCertificate.fromPEMBytes(Array(content.certificate))
            guard !chain.isEmpty else {
                throw CertificateError(path: certificate, reason: "it has no certificate in PEM form")
            }
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            return try NIOSSLContext(configuration: configuration)
        } catch let error as CertificateError {
            throw error
        } catch {
            throw CertificateError(path: certificate, reason: "it has no certificate in PEM form that fits the key")
        }
    }
}

/// The bytes of a certificate and its key.
struct CertificateContent: Hashable, Sendable {
    let certificate: Data
    let key: Data
}

/// The reason a certificate can't be used.
public struct CertificateError: Error, Hashable, Sendable {
    /// The path of the invalid file.
    public let path: String
    /// The problem with the file.
    public let reason: String
}
