/// The orientation of a WebP, from its EXIF chunk.
enum WebPOrientation {
    static func read(_ chunk: RIFFChunks.Chunk, _ reader: ByteReader) -> ImageOrientation {
        let start = chunk.content.lowerBound
        let isPrefixed = reader.has(EXIFBlock.signature, at: start)
        return ImageOrientation(exif: reader, at: start + (isPrefixed ? EXIFBlock.signature.count : 0))
    }
}
