import BenchmarkKit
import Foundation

/// A file read with the fewest system calls.
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

    private func failure(_ operation: String) -> BenchmarkFailure {
        BenchmarkFailure("\(operation) \(path): \(String(cString: strerror(errno)))")
    }
}
