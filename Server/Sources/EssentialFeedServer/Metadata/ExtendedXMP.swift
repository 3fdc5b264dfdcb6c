import Crypto
import EssentialFeed
import Foundation
import ImageFormats

/// XMP too long for one segment of a JPEG: the main packet names the remainder, which is divided into other segments.
struct ExtendedXMP {
    private static let signature = Data("http://ns.adobe.com/xmp/extension/\0".utf8)
    private static let name = "xmpNote:HasExtendedXMP"
    /// The number of hexadecimal digits of a digest, which names a packet.
    private static let nameLength = 32
    private static let maximumCount = ImageMetadata.maximumSidecarSize

    private struct Part {
        let name: Data
        let wholeCount: Int
        let offset: Int
        let bytes: Data
    }

    private var parts: [Part] = []
    private var count = 0

    mutating func add(_ content: Data) {
        guard content.starts(with: Self.signature), count + content.count <= Self.maximumCount else { return }
        let rest = content.dropFirst(Self.signature.count)
        let reader = ByteReader(rest)
        guard let wholeCount = reader.number(4, at: Self.nameLength, .bigEndian),
            let offset = reader.number(4, at: Self.nameLength + 4, .bigEndian)
        else { return }
        count += content.count
        parts.append(
            Part(
                name: rest.prefix(Self.nameLength), wholeCount: wholeCount, offset: offset,
                bytes: rest.dropFirst(Self.nameLength + 8)))
    }

    /// Returns what a main packet names; `nil` unless all parts exist unchanged.
    func packet(after main: Data) -> Data? {
        guard !parts.isEmpty, let name = XMPPacket(main, reading: [Self.name])[Self.name] else { return nil }
        let own = parts.filter { $0.name.elementsEqual(name.utf8) }.sorted { $0.offset < $1.offset }
        let packet = own.reduce(into: Data()) { packet, part in
            // A program may repeat a part.
            if part.offset == packet.count { packet += part.bytes }
        }
        guard packet.count == own.first?.wholeCount,
            Insecure.MD5.hash(data: packet).hexadecimal == name.lowercased()
        else { return nil }
        return packet
    }
}
