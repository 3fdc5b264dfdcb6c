/// Cleans a JPEG: keeps its frame, tables and scans up to the end of the image, and rewrites the other data that
/// decoders read.
///
/// Data after the end, such as videos and further images, is removed together with the segments that point to it.
enum JPEGCleaning {
    static func pieces(_ reader: ByteReader) throws(ImageFormatError) -> ImagePieces {
        var head = JPEGHead()
        var body = ImagePieces()
        var scanData: Int?
        var (frames, scans) = (0, 0)
        var segments = JPEGSegments(reader, tolerating: .gaps)
        while let segment = segments.next() {
            let marker = segment.marker
            guard segment.content.upperBound <= reader.count else { throw .cutShort }
            if let scanData { try keep(scanData..<segment.range.lowerBound, segments, &body) }
            scanData = nil
            switch marker {
            case JPEGTables.all:
                try JPEGTables.check(segment, reader)
                if JPEGTables.frames.contains(marker) { frames += 1 }
                if marker == JPEGSegments.Marker.scan {
                    scans += 1
                    scanData = segment.content.upperBound
                }
                try body.keep(segment.range)
            case 0xE0...0xEF where scans == 0: try head.add(segment, reader)
            case 0xE0...0xFE: break
            default: throw .uncleanable("a segment is of no known kind")
            }
        }
        guard segments.ending == .endOfImage else { throw .cutShort }
        guard frames == 1, scans > 0 else { throw .malformed("there is no picture, or more than one") }
        if let scanData { try keep(scanData..<segments.position - 2, segments, &body) }
        var pieces = ImagePieces()
        try pieces.add([0xFF, UInt8(JPEGSegments.Marker.start)])
        try pieces.add(head.bytes(reader))
        try pieces.add(body)
        try pieces.add([0xFF, 0xD9])
        return pieces
    }

    /// Keeps entropy-coded data.
    /// - Throws: ``ImageFormatError/uncleanable(_:)`` if another image begins in the data, for example because an end
    ///   marker is missing.
    private static func keep(
        _ scanData: Range<Int>, _ segments: JPEGSegments, _ body: inout ImagePieces
    ) throws(ImageFormatError) {
        if let stray = segments.lastStrayMarker, stray > scanData.lowerBound {
            throw .uncleanable("the data of a scan contains another marker")
        }
        try body.keep(scanData)
    }
}
