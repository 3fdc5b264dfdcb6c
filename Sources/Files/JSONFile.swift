package import Foundation
import SystemPackage

/// A value in a small JSON file that only its owner can read. Writes are atomic.
///
/// All calls block.
package struct JSONFile<Value: Codable & Sendable>: Sendable {
    package let url: URL
    private let maximumSize: Int

    /// Locates the file without reading it.
    /// - Parameter maximumSize: In bytes. A longer file is neither written nor read.
    package init(_ url: URL, maximumSize: Int) {
        self.url = url
        self.maximumSize = maximumSize
    }

    private var path: String { url.path(percentEncoded: false) }

    /// Reads the value.
    /// - Returns: `nil` if the file doesn't exist.
    package func read(_ decoder: JSONDecoder = JSONDecoder()) throws -> Value? {
        var isTooLong = false
        let data = try FileSystem.read(path) { size in
            isTooLong = size > maximumSize
            return !isTooLong
        }
        guard !isTooLong else { throw FileSystemError(errno: .fileTooLarge, operation: "read", path: path) }
        return try data.map { try decoder.decode(Value.self, from: $0) }
    }

    /// Replaces the value, and creates the file's folder with mode 0700 if it doesn't exist.
    package func write(_ value: Value) throws {
        let data = try JSONEncoder().encode(value)
        guard data.count <= maximumSize else {
            throw FileSystemError(errno: .fileTooLarge, operation: "write", path: path)
        }
        try FileSystem.createFolders(url.deletingLastPathComponent().path(percentEncoded: false))
        try AtomicFile(path).write(data)
    }
}
