package import Foundation

/// A JPEG that contains only what decoding needs, as written by this project's decoders.
package enum PlainJPEG {
    /// JFIF's application segment, a baseline frame, tables, and a scan.
    private static let segments: Set<Int> = [
        JPEGSegments.Marker.application0, 0xC0, 0xC4, 0xDB, JPEGSegments.Marker.scan,
    ]
    /// The length of JFIF's application segment without a thumbnail.
    private static let markLength = 14

    /// Returns whether data is a plain colour JPEG of the given size that ends where the image ends.
    package static func matches(_ data: Data, _ size: PixelSize) -> Bool {
        let reader = ByteReader(data)
        guard reader.byte(at: 0) == 0xFF, reader.byte(at: 1) == JPEGSegments.Marker.start,
            JPEGEnd.isLast(in: data), data.last == 0xD9
        else { return false }
        do throws(ImageFormatError) {
            let image = try JPEGHeader(reader).image
            guard image.size == size, image.channels == 3, image.bitDepth == 8 else { return false }
        } catch {
            return false
        }
        var walk = JPEGSegments(reader, tolerating: .gaps)
        var end = 2
        while let segment = walk.next() {
            // A second scan would follow the first one's data.
            guard segments.contains(segment.marker), segment.place.lowerBound == end else { return false }
            if segment.marker == JPEGSegments.Marker.application0, segment.content.count != markLength { return false }
            end = segment.place.upperBound
        }
        return walk.ending == .endOfImage && walk.position == data.count && walk.lastStrayMarker == nil
    }
}
