import Foundation
import TestSupport
import Testing

/// A small disk of a test's own, to be filled up.
final class FullDisk {
    let url: URL

    /// Mounts it; that takes root, as the machine that tests has.
    init(at url: URL, kilobytes: Int) throws {
        self.url = url
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try Subprocess.run(["mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", url.path])
    }

    func fill() throws {
        let descriptor = open(url.appending(path: "filler").path, O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        let block = [UInt8](repeating: 1, count: 4096)
        while write(descriptor, block, block.count) > 0 {}
        #expect(errno == ENOSPC)
    }

    func unmount() {
        do {
            try Subprocess.run(["umount", "-l", url.path])
        } catch {
            Issue.record(error)
        }
    }
}
