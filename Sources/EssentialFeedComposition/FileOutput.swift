package import Foundation
package import SystemPackage

/// Writes a file atomically: to a temporary file in the same folder, which is then renamed.
package struct FileOutput: Sendable {
    private let path: String

    /// Creates the output without touching the disk.
    /// - Parameter path: The path of the file. An existing file is replaced.
    package init(path: String) {
        self.path = path
    }

    /// Writes the file. If that fails, an existing file is unchanged and the temporary file is removed.
    /// - Throws: The reason that the file can't be written, such as `Errno.noSpace`.
    package func write(_ data: Data) throws(Errno) {
        var status = stat()
        // Devices and pipes are written to, never replaced.
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            return try write(data, to: path, options: [])
        }
        let target = URL(filePath: path).resolvingSymlinksInPath()
        // The temporary name doesn't include the file's name, which may already have the maximum length.
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
