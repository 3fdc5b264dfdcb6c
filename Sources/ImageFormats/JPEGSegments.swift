package import Foundation

/// The segments of a JPEG up to the end of the image. Each segment has a marker and content.
///
/// Skips bytes between segments, such as the entropy-coded data after a scan header. In this data, the byte after 0xFF
/// never forms a marker.
package struct JPEGSegments: Sequence, IteratorProtocol {
    package struct Segment {
        package let marker: Int
        /// The range of the content, without its length field. It extends past the end of truncated data.
        package let content: Range<Int>

        /// The range of the whole segment, including its marker and length field.
        var range: Range<Int> { content.lowerBound - 4..<content.upperBound }
    }

    package enum Marker {
        package static let (application1, application2, application13) = (0xE1, 0xE2, 0xED)
        package static let (comment, scan) = (0xFE, 0xDA)
        static let (application0, start, lineCount) = (0xE0, 0xD8, 0xDC)
        fileprivate static let end = 0xD9
    }

    package private(set) var ending: WalkEnding?
    private let reader: ByteReader
    /// The number of markers passed.
    private var passed = 0
    /// The offset after the last segment, or after the end marker of the image.
    package private(set) var position = 2
    /// The offset after the last marker in a gap that isn't part of entropy-coded data.
    private(set) var lastStrayMarker: Int?

    package init(_ reader: ByteReader) {
        self.reader = reader
    }

    package mutating func next() -> Segment? {
        guard ending == nil, let marker = nextMarker() else { return nil }
        guard marker != Marker.end else { return end(.endOfImage) }
        guard let length = reader.number(2, at: position, .bigEndian) else { return end(.cutShort) }
        guard length >= 2 else { return end(.malformed) }
        defer { position += length }
        return Segment(marker: marker, content: position + 2..<position + length)
    }

    /// Moves past the next marker and any 0xFF bytes before it.
    private mutating func nextMarker() -> Int? {
        while true {
            guard passed < ByteReader.maximumParts else { return end(.malformed) }
            passed += 1
            guard let start = startOfMarker, let marker = reader.byte(at: start + 1) else { return end(.cutShort) }
            position = start + (marker == 0xFF ? 1 : 2)
            switch marker {
            case 0xFF: continue
            // Entropy-coded data, and markers without content. JPEG-LS data escapes only one bit after 0xFF.
            case 0x00...0x7F, 0xD0...0xD8:
                if 0x01...0x7F ~= marker || marker == Marker.start { lastStrayMarker = position }
            default: return marker
            }
        }
    }

    /// The offset of the next 0xFF byte that may begin a marker. This skips the many other 0xFF bytes in a scan.
    private var startOfMarker: Int? {
        reader.firstIndex(of: 0xFF, from: position) { $0 == 0x00 || (0xD0...0xD7).contains($0) }
    }

    private mutating func end<Value>(_ ending: WalkEnding) -> Value? {
        self.ending = ending
        return nil
    }
}

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
        guard reader.byte(at: 0) == 0xFF, reader.byte(at: 1) == JPEGSegments.Marker.start else { return false }
        do throws(ImageFormatError) {
            let image = try JPEGImage(reader).image
            guard image.size == size, image.channels == 3, image.bitDepth == 8 else { return false }
        } catch {
            return false
        }
        var walk = JPEGSegments(reader)
        var end = 2
        while let segment = walk.next() {
            // A second scan would follow the first one's data.
            guard segments.contains(segment.marker), segment.range.lowerBound == end else { return false }
            if segment.marker == JPEGSegments.Marker.application0, segment.content.count != markLength { return false }
            end = segment.range.upperBound
        }
        return walk.ending == .endOfImage && walk.position == data.count && walk.lastStrayMarker == nil
    }
}
