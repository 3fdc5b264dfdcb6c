import Foundation

/// The file that a trace is written to: of mode 0600, holding whole lines only.
struct TraceFile: ~Copyable {
    private let path: String
    private let descriptor: Int32
    private let isRegular: Bool
    /// The bytes of all whole lines.
    private var length: off_t = 0

    /// Takes the place of what the file held. A device or a pipe is left as it is, but for what is written to it.
    init(_ path: String) throws {
        let descriptor = try FileSystem.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND)
        var status = stat()
        let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        if isRegular, fchmod(descriptor, FileSystem.fileMode) != 0 {
            let code = errno
            Foundation.close(descriptor)
            throw FileSystemError(code: code, operation: "chmod", path: path)
        }
        self.path = path
        self.descriptor = descriptor
        self.isRegular = isRegular
    }

    deinit {
        Foundation.close(descriptor)
    }

    /// Where not all of it can be written, the lines that were written to their end stay.
    mutating func append(_ lines: String) throws {
        var lines = lines
        try lines.withUTF8 { bytes in
            do {
                try FileSystem.write(UnsafeRawBufferPointer(bytes), to: descriptor, path)
                length += off_t(bytes.count)
            } catch {
                cutOffBrokenLine(of: bytes)
                throw error
            }
        }
    }

    private func cutOffBrokenLine(of lines: UnsafeBufferPointer<UInt8>) {
        var status = stat()
        guard isRegular, fstat(descriptor, &status) == 0 else { return }
        let written = lines.prefix(Int(max(0, status.st_size - length)))
        let whole = (written.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        // The reader gets along with a broken line too, should this fail.
        _ = ftruncate(descriptor, length + off_t(whole))
    }
}
