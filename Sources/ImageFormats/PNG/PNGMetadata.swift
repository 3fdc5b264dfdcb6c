import Foundation

/// The metadata of a PNG, from its text and EXIF chunks. Compressed text isn't unpacked.
enum PNGMetadata {
    private static let xmpKeyword = "XML:com.adobe.xmp"
    private static let descriptionKeyword = "description"
    private static let maximumChunks = 20_000
    /// The maximum number of bytes in a chunk.
    private static let maximumChunkSize = 1 << 20

    static func read(_ reader: ByteReader) -> ImageMetadata {
        var exif: EXIFBlock?
        var texts: [String: String] = [:]
        for chunk in PNGChunks(reader).prefix(maximumChunks) {
            guard [PNGChunks.text, PNGChunks.internationalText, PNGChunks.exif].contains(chunk.name),
                chunk.content.count <= maximumChunkSize, let content = reader.bytes(in: chunk.content)
            else { continue }
            if chunk.name == PNGChunks.exif {
                exif = exif ?? EXIFBlock(content)
            } else if let (keyword, text) = chunk.name == PNGChunks.text
                ? latinText(Array(content)) : internationalText(Array(content)),
                keyword == xmpKeyword || keyword == descriptionKeyword, texts[keyword] == nil
            {
                texts[keyword] = text
            }
        }
        let xmp = texts[xmpKeyword].flatMap { XMPTexts.find(in: Array($0.utf8)) }
        return ImageMetadata(exif: exif, texts: [ImageTexts(caption: texts[descriptionKeyword]), xmp])
    }

    /// Reads a keyword, a zero and text.
    private static func latinText(_ content: [UInt8]) -> (String, String)? {
        guard let end = content.firstIndex(of: 0) else { return nil }
        return (keyword(content[..<end]), Caption.text(content[(end + 1)...]))
    }

    /// Reads a keyword, a zero, the compression flag and method, the language, a zero, the translated keyword, a zero
    /// and text.
    private static func internationalText(_ content: [UInt8]) -> (String, String)? {
        guard let end = content.firstIndex(of: 0), end + 3 <= content.count, content[end + 1] == 0,
            let languageEnd = content[(end + 3)...].firstIndex(of: 0),
            let translationEnd = content[(languageEnd + 1)...].firstIndex(of: 0)
        else { return nil }
        return (keyword(content[..<end]), Caption.text(content[(translationEnd + 1)...]))
    }

    /// Returns the keyword. `Description` is lowercased because its case doesn't matter.
    private static func keyword(_ bytes: ArraySlice<UInt8>) -> String {
        let text = Caption.text(bytes)
        return text.lowercased() == descriptionKeyword ? descriptionKeyword : text
    }
}
