import Foundation

/// The metadata of a JPEG, from the segments before its first scan: EXIF, XMP and IPTC.
enum JPEGMetadata {
    private static let xmpSignature = Data("http://ns.adobe.com/xap/1.0/\0".utf8)
    /// No camera writes more segments.
    private static let maximumSegments = 1_000

    static func read(_ reader: ByteReader) -> ImageMetadata {
        var exif: EXIFBlock?
        var xmp: ImageTexts?
        var iptc: ImageTexts?
        for segment in JPEGSegments(reader).prefix(maximumSegments) {
            if segment.marker == JPEGSegments.Marker.scan { break }
            guard
                [JPEGSegments.Marker.application1, JPEGSegments.Marker.application13].contains(segment.marker),
                let content = reader.bytes(in: segment.content)
            else { continue }
            if segment.marker == JPEGSegments.Marker.application13 {
                iptc = iptc ?? IPTCTexts.find(in: content)
            } else if content.starts(with: EXIFBlock.signature) {
                exif = exif ?? EXIFBlock(content.dropFirst(EXIFBlock.signature.count))
            } else if content.starts(with: xmpSignature) {
                xmp = xmp ?? XMPTexts.find(in: content.dropFirst(xmpSignature.count))
            }
        }
        return ImageMetadata(exif: exif, texts: [xmp, iptc])
    }
}
