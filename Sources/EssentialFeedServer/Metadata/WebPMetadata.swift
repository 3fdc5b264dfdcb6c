/// Reads the EXIF and XMP chunks of a WebP.
enum WebPMetadata {
    private static let exifSignature = "Exif\0\0"
    private static let maximumChunks = 20_000
    /// The most bytes of one chunk that are read.
    private static let maximumChunkSize = 1 << 20

    static func read(_ source: some ByteSource) throws(FileError) -> PictureMetadata {
        var exif: ExifBlock?
        var xmp: String?
        var offset = 12
        for _ in 0..<maximumChunks {
            guard let header = try source.bytes(at: offset, count: 8),
                let size = header.number(at: 4, width: 4, littleEndian: true)
            else { break }
            if header.has("EXIF") || header.has("XMP "), size <= maximumChunkSize,
                let payload = try source.bytes(at: offset + 8, count: size)
            {
                if header.has("XMP ") {
                    xmp = xmp ?? XMPDescription.find(in: payload)
                } else {
                    let prefix = payload.has(exifSignature) ? exifSignature.utf8.count : 0
                    exif = exif ?? ExifBlock(Array(payload.dropFirst(prefix)))
                }
            }
            offset += 8 + (size + 1) / 2 * 2
        }
        return PictureMetadata(exif: exif, texts: [xmp])
    }
}
