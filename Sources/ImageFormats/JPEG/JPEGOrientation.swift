/// The orientation of a JPEG, from its first segment of EXIF data.
enum JPEGOrientation {
    /// Returns `nil` if the segment isn't one of EXIF data.
    static func read(_ segment: JPEGSegments.Segment, _ reader: ByteReader) -> ImageOrientation? {
        let start = segment.content.lowerBound
        guard segment.marker == JPEGSegments.Marker.application1, reader.has(EXIFBlock.signature, at: start) else {
            return nil
        }
        return ImageOrientation(exif: reader, at: start + EXIFBlock.signature.count)
    }
}
