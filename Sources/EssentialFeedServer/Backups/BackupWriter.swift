import Crypto
import Foundation
import SystemPackage

/// Writes the files of a backup one after another, and in the end their digests.
struct BackupWriter {
    private static let chunk = 1 << 20

    private let file: FileDescriptor
    /// In seconds since 1970.
    private let time: Int
    /// Lines as `sha256sum` writes and checks them.
    private var digests = ""

    init(_ file: FileDescriptor, at time: Date) {
        self.file = file
        self.time = max(0, Int(min(time.timeIntervalSince1970, 1e10)))
    }

    mutating func write(_ name: String, _ content: Data) throws(FileError) {
        try begin(name, size: content.count).finish(content)
        note(name, ContentDigest(of: content))
    }

    /// Copies a file that nothing changes meanwhile.
    mutating func write(_ name: String, copyOf path: FilePath) throws(FileError) {
        let source = try OpenFile(path: path)
        let entry = try begin(name, size: source.count)
        var hash = SHA256()
        var offset = 0
        while offset < source.count {
            let count = min(Self.chunk, source.count - offset)
            guard let bytes = try source.bytes(at: offset, count: count) else { throw .changed }
            hash.update(data: bytes)
            try entry.write(bytes)
            offset += count
        }
        try entry.pad()
        note(name, ContentDigest(hash.finalize()))
    }

    /// Writes the digests and the end of the archive.
    func finish() throws(FileError) {
        try begin(BackupName.digests, size: digests.utf8.count).finish(Data(digests.utf8))
        try Self.write(TarHeader.end, to: file)
    }

    /// A file whose header has been written.
    private struct Entry {
        let file: FileDescriptor
        let header: TarHeader

        func write(_ bytes: some Sequence<UInt8>) throws(FileError) {
            try BackupWriter.write(bytes, to: file)
        }

        func pad() throws(FileError) {
            try write([UInt8](repeating: 0, count: header.padding))
        }

        func finish(_ content: Data) throws(FileError) {
            try write(content)
            try pad()
        }
    }

    private func begin(_ name: String, size: Int) throws(FileError) -> Entry {
        guard let header = TarHeader(name: name, size: size, time: time) else { throw .system(.fileTooLarge) }
        try Self.write(header.bytes, to: file)
        return Entry(file: file, header: header)
    }

    private mutating func note(_ name: String, _ digest: ContentDigest) {
        digests += BackupDigests.line(name, digest)
    }

    private static func write(_ bytes: some Sequence<UInt8>, to file: FileDescriptor) throws(FileError) {
        _ = try FileError.wrapping { try file.writeAll(bytes) }
    }
}

/// The last file of a backup: a line for each other file.
enum BackupDigests {
    static func line(_ name: String, _ digest: ContentDigest) -> String {
        "\(digest.hexadecimal)  \(name)\n"
    }
}
