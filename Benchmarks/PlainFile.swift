import BenchmarkKit
import Foundation

/// The floor of the image store: a file read and published with the fewest system calls.
struct PlainFile {
    let path: String

    init(_ url: URL) {
        path = url.path
    }

    /// Opens, reads and closes the file.
    func read(byteCount: Int) throws -> Data {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("open") }
        defer { close(descriptor) }
        var data = Data(count: byteCount)
        let count = data.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
        guard count == data.count else { throw failure("read") }
        return data
    }

    /// Writes a temporary file and renames it, so that nobody sees part of it.
    func publish(_ data: Data) throws {
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("open") }
        let count = data.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        guard count == data.count, rename(temporary, path) == 0 else { throw failure("publish") }
    }

    private func failure(_ operation: String) -> BenchmarkFailure {
        BenchmarkFailure("\(operation) \(path): \(String(cString: strerror(errno)))")
    }
}
