import Foundation

/// Writes a file whole or not at all: to a temporary file beside it, then renamed.
struct FileOutput {
    /// The file cannot be written.
    struct Failed: Error {
        let reason: String
    }

    let path: String

    func write(_ data: Data) throws(Failed) {
        var status = stat()
        // A device or a pipe is written to, never replaced.
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            return try writeInPlace(data)
        }
        let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        let temporary = "\(target).\(UUID().uuidString).part"
        do throws(Failed) {
            try write(data, to: temporary, flags: O_WRONLY | O_CREAT | O_EXCL)
            guard rename(temporary, target) == 0 else { throw Self.failure() }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private func writeInPlace(_ data: Data) throws(Failed) {
        try write(data, to: path, flags: O_WRONLY)
    }

    private func write(_ data: Data, to path: String, flags: Int32) throws(Failed) {
        let descriptor = open(path, flags | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Self.failure() }
        let code: Int32? = data.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let count = Foundation.write(descriptor, bytes.baseAddress! + written, bytes.count - written)
                if count >= 0 {
                    written += count
                } else if errno != EINTR {
                    return errno
                }
            }
            return nil
        }
        let closed = close(descriptor) == 0 ? nil : errno
        if let code = code ?? closed { throw Self.failure(code) }
    }

    private static func failure(_ code: Int32 = errno) -> Failed {
        Failed(reason: String(cString: strerror(code)))
    }
}
