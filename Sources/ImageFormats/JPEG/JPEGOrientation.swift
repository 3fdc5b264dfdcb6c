/// The orientation of a JPEG, from its first EXIF segment.
enum JPEGOrientation {
    /// Returns `nil` if the segment doesn't contain EXIF data.
    static func read(_ segment: JPEGSegments.Segment, _ reader: ByteReader) -> ImageOrientation? {
        let start = segment.content.lowerBound
        guard segment.marker == JPEGSegments.Marker.application1, reader.has(EXIFBlock.signature, at: start) else {
            return nil
        }
        return ImageOrientation(exif: reader, at: start + EXIFBlock.signature.count)
    }
}
