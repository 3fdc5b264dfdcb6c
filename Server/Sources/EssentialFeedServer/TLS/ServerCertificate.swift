public import EssentialFeed
import Foundation
import Logging
import NIOSSL
import Synchronization
import SystemPackage

/// A server's certificate, which is read again when its files change. If the new files are invalid, the old certificate
/// stays in use.
final class ServerCertificate: Sendable {
    private struct State {
        var context: NIOSSLContext
        /// The last content that was read, valid or not.
        var content: CertificateContent?
        /// The last read error, which isn't logged twice in a row.
        var error: CertificateError?
    }

    private let files: CertificateFiles
    private let logger: Logger
    private let state: Mutex<State>
    private let watch = Mutex<SmallFolderWatch?>(nil)

    /// Reads the files and starts to watch them; blocks.
    init(_ files: CertificateFiles, logger: Logger) throws(CertificateError) {
        self.files = files
        self.logger = logger
        let content = try files.content()
        state = Mutex(State(context: try files.context(content), content: content))
        do throws(FileError) {
            // From now on, only the watch reads the files, so older content never replaces newer content.
            let watch = try SmallFolderWatch(files.folders, files: files.paths) { [weak self] in self?.read() }
            self.watch.withLock { $0 = watch }
        } catch {
            throw CertificateError.unreadable(path: files.certificate, reason: "\(error)")
        }
    }

    var context: NIOSSLContext { state.withLock { $0.context } }

    private func read() {
        do throws(CertificateError) {
            let content = try files.content()
            let isNew = state.withLock { state in
                defer { (state.content, state.error) = (content, nil) }
                return state.content != content
            }
            guard isNew else { return }
            let context = try files.context(content)
            state.withLock { $0.context = context }
            logger.notice("the new certificate is in use")
        } catch {
            let isNew = state.withLock { state in
                defer { state.error = error }
                return state.error != error
            }
            guard isNew else { return }
            logger.error("the old certificate stays in use: \(error)")
        }
    }
}

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

    var paths: [FilePath] { [FilePath(certificate), FilePath(key)] }

    /// The folders that contain the files, or the links to them.
    var folders: Set<URL> {
        Set([certificate, key].map { URL(filePath: $0).absoluteURL.deletingLastPathComponent() })
    }

    func content() throws(CertificateError) -> CertificateContent {
        CertificateContent(certificate: try read(certificate), key: try read(key))
    }

    private func read(_ path: String) throws(CertificateError) -> Data {
        do {
            return try Data(contentsOf: URL(filePath: path))
        } catch {
            throw CertificateError.unreadable(path: path, reason: error.localizedDescription)
        }
    }

    func context(_ content: CertificateContent) throws(CertificateError) -> NIOSSLContext {
        let key: NIOSSLPrivateKey
        do {
            key = try NIOSSLPrivateKey(bytes: Array(content.key), format: .pem)
        } catch {
            throw CertificateError.noKey(path: self.key)
        }
        do {
            let chain = try NIOSSLCertificate.fromPEMBytes(Array(content.certificate))
            guard !chain.isEmpty else {
                throw CertificateError.noCertificate(path: certificate)
            }
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            return try NIOSSLContext(configuration: configuration)
        } catch let error as CertificateError {
            throw error
        } catch {
            throw CertificateError.noMatch(path: certificate)
        }
    }
}

struct CertificateContent: Hashable, Sendable {
    let certificate: Data
    let key: Data
}

/// The reason a certificate can't be used.
public enum CertificateError: Error, Hashable, Sendable, CustomStringConvertible, TranslatedError {
    /// The file can't be read or watched.
    case unreadable(path: String, reason: String)
    /// The file has no private key.
    case noKey(path: String)
    /// The file has no certificate.
    case noCertificate(path: String)
    /// The file has no certificate for the key.
    case noMatch(path: String)

    package var message: Message {
        switch self {
        case .unreadable(let path, let reason):
            Message("can’t read \(path): \(reason); check --tls-cert and --tls-key")
        case .noKey(let path): Message("\(path) has no private key in PEM form; check --tls-key")
        case .noCertificate(let path):
            Message("\(path) has no certificate in PEM form; check --tls-cert")
        case .noMatch(let path):
            Message("\(path) has no certificate that fits the key; check --tls-cert and --tls-key")
        }
    }
}
