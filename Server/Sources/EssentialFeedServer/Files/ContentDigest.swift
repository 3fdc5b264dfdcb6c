import Crypto
import EssentialFeed
import Foundation

/// The SHA-256 digest of a file's bytes, which identifies a photo regardless of its name.
///
/// The server keeps the digest secret: with the digest, a reader could confirm guesses about hidden metadata.
struct ContentDigest: Hashable, Sendable {
    private static let length = 32

    let bytes: [UInt8]

    /// Parses the format of ``hexadecimal``; `nil` for any other text.
    init?(hexadecimal text: String) {
        guard let bytes = [UInt8](hexadecimal: text), bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = Array(bytes)
    }

    init(of content: some Sequence<UInt8>) {
        var hash = SHA256()
        let isContiguous = content.withContiguousStorageIfAvailable { hash.update(bufferPointer: .init($0)) } != nil
        if !isContiguous { hash.update(data: Array(content)) }
        self.init(hash.finalize())
    }

    init(_ digest: SHA256Digest) {
        bytes = Array(digest)
    }

    private init(_ code: HMAC<SHA256>.MAC) {
        bytes = Array(code)
    }

    /// - Throws: ``FileError`` if the file can't be read or changes during the read.
    init(of file: OpenFile) throws(FileError) {
        var hash = SHA256()
        try file.readChunks { chunk, _ in hash.update(bufferPointer: chunk) }
        try file.checkUnchanged()
        self.init(hash.finalize())
    }

    var hexadecimal: String { bytes.hexadecimal }
    var data: Data { Data(bytes) }

    /// A version 8 UUID made from the digest's first bits.
    var id: UUID {
        var id = Array(bytes.prefix(16))
        id[6] = id[6] & 0x0F | 0x80
        id[8] = id[8] & 0x3F | 0x80
        return UUID(uuid: id.withUnsafeBytes { $0.load(as: uuid_t.self) })
    }

    /// Returns an id that reveals nothing about the bytes without the key.
    func id(with key: SymmetricKey) -> UUID {
        ContentDigest(HMAC<SHA256>.authenticationCode(for: bytes, using: key)).id
    }

    var entityTag: String { "\"\(hexadecimal)\"" }

    /// Parses an ``entityTag``; `nil` for any other one.
    init?(entityTag: String) {
        guard entityTag.count > 2, entityTag.first == "\"", entityTag.last == "\"" else { return nil }
        self.init(hexadecimal: String(entityTag.dropFirst().dropLast()))
    }
}
