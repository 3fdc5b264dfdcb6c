package import Foundation

/// A text of a PNG, however it is compressed.
package struct PNGText {
    /// The maximum number of bytes of a text, packed or not.
    private static let maximumCount = 1 << 21
    /// The maximum number of bytes of a profile that has an orientation. Decoders have little memory.
    private static let maximumProfileCount = 1 << 18
    private static let maximumKeywordLength = 80
    private static let profilePrefix = "Raw profile type "

    /// The keyword, such as `Description`.
    package let keyword: String
    package let bytes: Data

    /// Reads a text chunk. Returns `nil` for another chunk, and if the text is damaged or too long.
    package init?(_ chunk: PNGChunks.Chunk, _ reader: ByteReader) {
        self.init(chunk, reader, atMost: Self.maximumCount)
    }

    /// Reads a text chunk with a profile, unless it is long. Unpacks no other text.
    init?(profile chunk: PNGChunks.Chunk, _ reader: ByteReader) {
        self.init(chunk, reader, atMost: Self.maximumProfileCount, startingWith: Self.profilePrefix)
    }

    private init?(
        _ chunk: PNGChunks.Chunk, _ reader: ByteReader, atMost limit: Int, startingWith prefix: String = ""
    ) {
        guard [PNGChunks.text, PNGChunks.compressedText, PNGChunks.internationalText].contains(chunk.name),
            chunk.content.count <= limit
        else { return nil }
        var rest = reader.prefix(of: chunk.content)
        guard let keyword = Self.takeText(&rest), keyword.count <= Self.maximumKeywordLength else { return nil }
        self.keyword = String(decoding: keyword, as: UTF8.self)
        guard self.keyword.hasPrefix(prefix) else { return nil }
        var isCompressed = chunk.name == PNGChunks.compressedText
        if isCompressed {
            rest = rest.dropFirst()
        } else if chunk.name == PNGChunks.internationalText {
            isCompressed = rest.first == 1
            rest = rest.dropFirst(2)
            // The language and the translated keyword.
            guard Self.takeText(&rest) != nil, Self.takeText(&rest) != nil else { return nil }
        }
        guard let bytes = isCompressed ? Inflate.unpack(rest, atMost: limit) : rest else { return nil }
        self.bytes = bytes
    }

    private static func takeText(_ rest: inout Data) -> Data? {
        guard let end = rest.firstIndex(of: 0) else { return nil }
        defer { rest = rest[(end + 1)...] }
        return rest[..<end]
    }

    /// The kind and the bytes of a profile that ImageMagick, Exiv2 and others have written as text: a name, the number
    /// of bytes, and the bytes as hexadecimal digits.
    package var profile: (kind: String, bytes: Data)? {
        guard keyword.hasPrefix(Self.profilePrefix) else { return nil }
        let parts = bytes.split(maxSplits: 2, omittingEmptySubsequences: true) { $0 == 0x0A }
        guard parts.count == 3,
            let count = Int(String(decoding: parts[1].drop { $0 == 0x20 }, as: UTF8.self))
        else { return nil }
        var (profile, high) = (Data(), UInt8?.none)
        for byte in parts[2] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init) else { continue }
            if let first = high { profile.append(first << 4 | digit) }
            high = high == nil ? digit : nil
        }
        guard (1...profile.count + 1).contains(count) else { return nil }
        return (keyword.dropFirst(Self.profilePrefix.count).lowercased(), profile.prefix(count))
    }

    /// The EXIF data of a profile, which may begin with its signature.
    package var exif: Data? {
        guard let profile, ["exif", "app1"].contains(profile.kind) else { return nil }
        return profile.bytes
    }
}
