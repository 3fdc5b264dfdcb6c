import EssentialFeed
import Foundation
import Logging
import NIOSSL
import Synchronization

/// A server's certificate, which is read anew when its files change. While the new files can't be used, the old certificate
/// stays in use.
final class ServerCertificate: Sendable {
    private struct State {
        var context: NIOSSLContext
        /// What was read last, whether it could be used or not.
        var content: CertificateContent?
    }

    private let files: CertificateFiles
    private let logger: Logger
    private let state: Mutex<State>
    private let watches = Mutex<[SmallFolderWatch]>([])

    /// Reads the files, and begins to watch them; blocks.
    /// - Throws: ``CertificateError``.
    init(_ files: CertificateFiles, logger: Logger) throws(CertificateError) {
        self.files = files
        self.logger = logger
        let content = try files.content()
        state = Mutex(State(context: try files.context(content), content: content))
        for folder in files.folders {
            do throws(FileError) {
                let watch = try SmallFolderWatch(folder) { [weak self] in self?.read() }
                watches.withLock { $0.append(watch) }
            } catch {
                throw CertificateError(path: folder.path(percentEncoded: false), reason: "\(error)")
            }
        }
        // There may have been a change between the first reading and the start of the watch.
        read()
    }

    /// What a new connection is encrypted with.
    var context: NIOSSLContext { state.withLock { $0.context } }

    private func read() {
        do throws(CertificateError) {
            let content = try files.content()
            guard state.withLock({ $0.content != content }) else { return }
            state.withLock { $0.content = content }
            let context = try files.context(content)
            state.withLock { $0.context = context }
            logger.notice("the new certificate is in use")
        } catch {
            logger.error(
                "the old certificate stays in use, because \(PlainText.line(error.path)) can't be: \(PlainText.line(error.reason))"
            )
        }
    }
}
