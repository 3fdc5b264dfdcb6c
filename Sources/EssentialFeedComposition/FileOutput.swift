public import Foundation
public import SystemPackage

/// Writes a file whole or not at all: to a temporary file beside it, which is then renamed.
public struct FileOutput: Sendable {
    private let path: String

    /// Creates the output without touching the disk.
    /// - Parameter path: The path of the file. A file that exists is replaced.
    public init(path: String) {
        self.path = path
    }

    /// Writes the file. If that fails, a file that was to be replaced is as it was, and nothing is left beside it.
    /// - Throws: Why the file can't be written, such as `Errno.noSpace`.
    public func write(_ data: Data) throws(Errno) {
        var status = stat()
        // A device or a pipe is written to, never replaced.
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            return try write(data, to: path, options: [])
        }
        let target = URL(filePath: path).resolvingSymlinksInPath()
        // Its name doesn't grow with that of the file, which may be as long as names can be.
        let temporary = target.deletingLastPathComponent().appending(path: ".\(UUID().uuidString).part")
            .path(percentEncoded: false)
        do throws(Errno) {
            try write(data, to: temporary, options: [.create, .exclusiveCreate])
            guard rename(temporary, target.path(percentEncoded: false)) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private func write(_ data: Data, to path: String, options: FileDescriptor.OpenOptions) throws(Errno) {
        do {
            let file = try FileDescriptor.open(
                path, .writeOnly, options: options.union(.closeOnExec),
                permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
            try file.closeAfter { _ = try file.writeAll(data) }
        } catch let error as Errno {
            throw error
        } catch {
            preconditionFailure("swift-system throws only Errno: \(error)")
        }
    }
}
