import Crypto
import Foundation

/// The SHA-256 of a file's bytes: what the file is called on the wire, whatever its name.
struct ContentDigest: Hashable, Sendable {
    static let length = 32

    let bytes: [UInt8]

    /// `nil`: not 64 hexadecimal digits.
    init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        guard digits.count == Self.length * 2 else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    init(of content: some Sequence<UInt8>) {
        self.init(SHA256.hash(data: Array(content)))
    }

    init(_ digest: SHA256Digest) {
        bytes = Array(digest)
    }

    /// Reads the whole file, a megabyte at a time.
    /// - Throws: a ``FileError`` when it cannot be read or changes meanwhile.
    init(of file: OpenFile) throws {
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
        bytes = Array(hash.finalize())
    }

    var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// A UUID of version 8 with the digest's first bits.
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

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
