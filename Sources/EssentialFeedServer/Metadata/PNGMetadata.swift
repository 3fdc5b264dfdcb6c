/// Reads the text and EXIF chunks of a PNG. Compressed text is not unpacked.
enum PNGMetadata {
    private static let xmpKeyword = "XML:com.adobe.xmp"
    private static let descriptionKeyword = "description"
    private static let maximumChunks = 20_000
    /// The most bytes of one chunk that are read.
    private static let maximumChunkSize = 1 << 20

    static func read(_ source: some ByteSource) throws(FileError) -> PictureMetadata {
        var exif: ExifBlock?
        var texts: [String: String] = [:]
        var offset = 8
        for _ in 0..<maximumChunks {
            guard let header = try source.bytes(at: offset, count: 8), let size = header.number(at: 0, width: 4),
                !header.has("IEND", at: 4)
            else { break }
            let isText = header.has("tEXt", at: 4)
            if isText || header.has("iTXt", at: 4) || header.has("eXIf", at: 4), size <= maximumChunkSize,
                let payload = try source.bytes(at: offset + 8, count: size)
            {
                if header.has("eXIf", at: 4) {
                    exif = exif ?? ExifBlock(payload)
                } else if let (keyword, text) = isText ? latinText(payload) : internationalText(payload),
                    keyword == xmpKeyword || keyword == descriptionKeyword, texts[keyword] == nil
                {
                    texts[keyword] = text
                }
            }
            offset += 12 + size
        }
        let xmp = texts[xmpKeyword].flatMap { XMPDescription.find(in: Array($0.utf8)) }
        return PictureMetadata(exif: exif, texts: [texts[descriptionKeyword], xmp])
    }

    private static func latinText(_ payload: [UInt8]) -> (String, String)? {
        guard let end = payload.firstIndex(of: 0) else { return nil }
        return (keyword(payload[..<end]), Caption.text(payload[(end + 1)...]))
    }

    /// Keyword, zero, compressed, method, language, zero, translated keyword, zero, text in UTF-8.
    private static func internationalText(_ payload: [UInt8]) -> (String, String)? {
        guard let end = payload.firstIndex(of: 0), payload.number(at: end + 1, width: 1) == 0, end + 3 <= payload.count,
            let languageEnd = payload[(end + 3)...].firstIndex(of: 0),
            let translationEnd = payload[(languageEnd + 1)...].firstIndex(of: 0)
        else { return nil }
        return (keyword(payload[..<end]), Caption.text(payload[(translationEnd + 1)...]))
    }

    /// `Description` is written in any case; the packet's keyword in one only.
    private static func keyword(_ bytes: ArraySlice<UInt8>) -> String {
        let text = Caption.text(bytes)
        return text.lowercased() == descriptionKeyword ? descriptionKeyword : text
    }
}
