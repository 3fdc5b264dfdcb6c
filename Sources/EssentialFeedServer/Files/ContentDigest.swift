import Crypto
import EssentialFeed
import Foundation

/// The SHA-256 digest of a file's bytes, which identifies a photo regardless of its name.
struct ContentDigest: Hashable, Sendable {
    private static let length = 32

    let bytes: [UInt8]

    /// Reads what ``hexadecimal`` returns; `nil` for any other text.
    init?(hexadecimal text: String) {
        guard let bytes = [UInt8](hexadecimal: text), bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// Reads 32 bytes; `nil` for any other number of them.
    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = Array(bytes)
    }

    init(of content: some Sequence<UInt8>) {
        self.init(SHA256.hash(data: Array(content)))
    }

    init(_ digest: SHA256Digest) {
        bytes = Array(digest)
    }

    /// Reads the whole file, one megabyte at a time.
    /// - Throws: ``FileError`` if the file can't be read or changes while it is read.
    init(of file: OpenFile) throws(FileError) {
        var hash = SHA256()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = try file.read(into: buffer, at: offset)
            if count == 0 { break }
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += count
        }
        try file.checkUnchanged()
        self.init(hash.finalize())
    }

    var hexadecimal: String { bytes.hexadecimal }

    /// A version 8 UUID made of the digest's first bits.
    var id: UUID {
        var id = Array(bytes.prefix(16))
        id[6] = id[6] & 0x0F | 0x80
        id[8] = id[8] & 0x3F | 0x80
        return UUID(
            uuid: (
                id[0], id[1], id[2], id[3], id[4], id[5], id[6], id[7],
                id[8], id[9], id[10], id[11], id[12], id[13], id[14], id[15]
            ))
    }

    /// The strong entity tag of the bytes.
    var entityTag: String { "\"\(hexadecimal)\"" }
}
