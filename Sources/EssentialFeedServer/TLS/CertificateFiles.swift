import Foundation
import NIOSSL

/// The files of a server's certificate, with those that sign it, and of its private key, both as PEM.
public struct CertificateFiles: Hashable, Sendable {
    /// The path of the file with the certificate, its own first.
    public let certificate: String
    /// The path of the file with the private key.
    public let key: String

    /// Names the files without reading them.
    public init(certificate: String, key: String) {
        (self.certificate, self.key) = (certificate, key)
    }

    /// The folders in which the files are replaced.
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

    /// Returns what connections are encrypted with.
    /// - Throws: ``CertificateError`` if the content is no certificate with its key.
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

/// A certificate that can't be used.
public struct CertificateError: Error, Hashable, Sendable {
    /// The path of the file that is wrong.
    public let path: String
    /// What is wrong with it.
    public let reason: String
}
