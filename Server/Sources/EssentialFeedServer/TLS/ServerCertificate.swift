import EssentialFeed
import Foundation
import Logging
import NIOSSL
import Synchronization

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
    /// - Throws: ``CertificateError``.
    init(_ files: CertificateFiles, logger: Logger) throws(CertificateError) {
        self.files = files
        self.logger = logger
        let content = try files.content()
        state = Mutex(State(context: try files.context(content), content: content))
        do throws(FileError) {
            // From now on, only the watch reads the files, so that older content never replaces newer content.
            let watch = try SmallFolderWatch(files.folders) { [weak self] in self?.read() }
            self.watch.withLock { $0 = watch }
        } catch {
            throw CertificateError(path: files.certificate, reason: "\(error)")
        }
    }

    /// The TLS context for new connections.
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
            logger.error(
                "the old certificate stays in use, because \(PlainText.line(error.path)) can't be: \(PlainText.line(error.reason))"
            )
        }
    }
}
