import Crypto
import Foundation
import SystemPackage

/// Reads a backup from its beginning to its end, and takes nothing that isn't exactly as it was written.
struct BackupReader {
    private static let chunk = 1 << 20
    /// In bytes: more than what any file but a catalog may have.
    private static let maximumSmallFile = 4 << 20

    private let path: String
    private let file: FileDescriptor

    /// - Parameter file: The open backup, at its beginning.
    init(_ file: FileDescriptor, path: String) {
        (self.file, self.path) = (file, path)
    }

    /// Writes the files of the state into a folder.
    /// - Parameter folder: An empty folder. After an error, what it holds is worth nothing.
    /// - Returns: The names of the files, without a path.
    func extract(to folder: FilePath) throws(BackupError) -> [String] {
        var names: [String] = []
        var digests = try readHead()
        while true {
            guard let header = TarHeader(try block()) else { throw .changed(path: path) }
            guard header.name != BackupName.digests else {
                try readEnd(header, digests)
                return names
            }
            guard BackupName.isKept(header.name), !names.contains(header.name) else { throw .changed(path: path) }
            let digest = try copy(header, to: folder.appending(header.name))
            digests += BackupDigests.line(header.name, digest)
            names.append(header.name)
        }
    }

    /// Reads the first file.
    /// - Returns: The line with its digest.
    private func readHead() throws(BackupError) -> String {
        let first = try block()
        guard first.starts(with: Array(BackupName.head.utf8) + [0]) else { throw .notABackup(path: path) }
        guard let header = TarHeader(first) else { throw .changed(path: path) }
        let content = try smallFile(header)
        do {
            let version = try JSONDecoder().decode(Version.self, from: content).version
            guard version <= BackupHead.currentVersion else { throw BackupError.newerVersion(path: path) }
        } catch let error as BackupError {
            throw error
        } catch {
            throw .changed(path: path)
        }
        return BackupDigests.line(BackupName.head, ContentDigest(of: content))
    }

    /// What every version of the format has.
    private struct Version: Decodable {
        let version: Int
    }

    private func readEnd(_ header: TarHeader, _ digests: String) throws(BackupError) {
        guard try smallFile(header) == Data(digests.utf8) else { throw .changed(path: path) }
        guard try bytes(TarHeader.end.count) == TarHeader.end, try read(1).isEmpty else { throw .changed(path: path) }
    }

    private func smallFile(_ header: TarHeader) throws(BackupError) -> Data {
        guard header.size <= Self.maximumSmallFile else { throw .changed(path: path) }
        let content = try bytes(header.size)
        try skipPadding(header)
        return Data(content)
    }

    private func copy(_ header: TarHeader, to target: FilePath) throws(BackupError) -> ContentDigest {
        let copy = try writing(target) {
            try FileDescriptor.open(
                target, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
        }
        defer { close(copy.rawValue) }
        var hash = SHA256()
        var left = header.size
        while left > 0 {
            let bytes = try bytes(min(Self.chunk, left))
            hash.update(data: bytes)
            try writing(target) { _ = try copy.writeAll(bytes) }
            left -= bytes.count
        }
        try skipPadding(header)
        return ContentDigest(hash.finalize())
    }

    private func writing<Value>(_ target: FilePath, _ work: () throws -> Value) throws(BackupError) -> Value {
        do throws(FileError) {
            return try FileError.wrapping(work)
        } catch {
            throw .unwritableState(path: target.removingLastComponent().string, reason: error.description)
        }
    }

    private func skipPadding(_ header: TarHeader) throws(BackupError) {
        guard try bytes(header.padding).allSatisfy({ $0 == 0 }) else { throw .changed(path: path) }
    }

    private func block() throws(BackupError) -> [UInt8] { try bytes(TarHeader.blockSize) }

    /// - Throws: ``BackupError/cut(path:)`` if there are fewer.
    private func bytes(_ count: Int) throws(BackupError) -> [UInt8] {
        let bytes = try read(count)
        guard bytes.count == count else { throw .cut(path: path) }
        return bytes
    }

    /// Returns that many bytes, or fewer at the end of the file.
    private func read(_ count: Int) throws(BackupError) -> [UInt8] {
        do {
            return try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                while filled < count {
                    let part = try file.read(
                        into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]))
                    if part == 0 { return }
                    filled += part
                }
            }
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
    }
}
