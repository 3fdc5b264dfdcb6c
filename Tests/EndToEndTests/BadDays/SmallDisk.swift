import Foundation
import TestSupport

/// A disk of 1 MiB in memory, which a test can fill while a program runs.
///
/// Unlike ``Home/onFullDisk(bytes:)``, it doesn't affect the file-backed memory shared by programs, but only root can
/// mount it.
struct SmallDisk {
    private let folder: URL

    /// Mounts a disk on a folder for the time of a closure.
    static func mounted(on folder: URL, _ body: (SmallDisk) async throws -> Void) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await withDisk(of: "1m", on: folder.path) { try await body(SmallDisk(folder: folder)) }
    }

    /// Writes a file until no byte is left.
    func fill() throws {
        let file = folder.appendingPathComponent("filling")
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        do {
            while true { try handle.write(contentsOf: Data(repeating: 0, count: 4096)) }
        } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
            return
        }
    }
}
