import Foundation

/// The metadata of a WebP, from its EXIF and XMP chunks.
enum WebPMetadata {
    private static let maximumChunks = 20_000
    /// The maximum number of bytes in a chunk.
    private static let maximumChunkSize = 1 << 20

    static func read(_ reader: ByteReader) -> ImageMetadata {
        var exif: EXIFBlock?
        var xmp: ImageTexts?
        for chunk in RIFFChunks(reader).prefix(maximumChunks) {
            guard [RIFFChunks.exif, RIFFChunks.xmp].contains(chunk.name), chunk.content.count <= maximumChunkSize,
                let content = reader.bytes(in: chunk.content)
            else { continue }
            if chunk.name == RIFFChunks.xmp {
                xmp = xmp ?? XMPTexts.find(in: content)
            } else {
                let isPrefixed = content.starts(with: EXIFBlock.signature)
                exif = exif ?? EXIFBlock(isPrefixed ? content.dropFirst(EXIFBlock.signature.count) : content)
            }
        }
        return ImageMetadata(exif: exif, texts: [xmp])
    }
}
