import Foundation
import SystemPackage

/// Writes a file whole or not at all: to a temporary file beside it, which is then renamed.
struct FileOutput {
    let path: String

    func write(_ data: Data) throws(Errno) {
        var status = stat()
        // A device or a pipe is written to, never replaced.
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            return try write(data, to: path, options: [])
        }
        let target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        let temporary = "\(target).\(UUID().uuidString).part"
        do throws(Errno) {
            try write(data, to: temporary, options: [.create, .exclusiveCreate])
            guard rename(temporary, target) == 0 else { throw Errno(rawValue: errno) }
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
