/// Reads the segments of a JPEG up to its first scan.
enum JPEGMetadata {
    private static let exifSignature = "Exif\0\0"
    private static let xmpSignature = "http://ns.adobe.com/xap/1.0/\0"
    /// More segments than any camera writes.
    private static let maximumSegments = 1_000

    static func read(_ source: some ByteSource) throws(FileError) -> PictureMetadata {
        var exif: ExifBlock?
        var xmp: String?
        var iptc: String?
        var offset = 2
        for _ in 0..<maximumSegments {
            guard let header = try source.bytes(at: offset, count: 4), header[0] == 0xFF else { break }
            let marker = header[1]
            if marker == 0xFF {
                offset += 1
                continue
            }
            // A scan or the end: no metadata follows.
            guard marker != 0xDA, marker != 0xD9, let length = header.number(at: 2, width: 2), length >= 2 else {
                break
            }
            if marker == 0xE1 || marker == 0xED,
                let payload = try source.bytes(at: offset + 4, count: length - 2)
            {
                if marker == 0xED {
                    iptc = iptc ?? IPTCCaption.find(in: payload)
                } else if payload.has(exifSignature) {
                    exif = exif ?? ExifBlock(Array(payload.dropFirst(exifSignature.utf8.count)))
                } else if payload.has(xmpSignature) {
                    xmp = xmp ?? XMPDescription.find(in: payload.dropFirst(xmpSignature.utf8.count))
                }
            }
            offset += 2 + length
        }
        return PictureMetadata(exif: exif, texts: [xmp, iptc])
    }
}
