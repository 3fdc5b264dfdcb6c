import Foundation

/// Reads a file, a pipe or a device to its end.
struct FileInput {
    /// The file cannot be read.
    struct Failed: Error {
        let reason: String
    }

    let path: String

    func read() throws(Failed) -> Data {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure() }
        defer { close(descriptor) }
        var data = Data()
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Foundation.read(descriptor, &block, block.count)
            if count > 0 {
                data.append(contentsOf: block[..<count])
            } else if count == 0 {
                return data
            } else if errno != EINTR {
                throw Self.failure()
            }
        }
    }

    private static func failure() -> Failed {
        Failed(reason: String(cString: strerror(errno)))
    }
}
