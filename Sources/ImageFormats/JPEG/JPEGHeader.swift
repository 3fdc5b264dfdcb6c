/// The size, orientation and coding of a JPEG.
package struct JPEGHeader {
    /// No profile has more parts.
    private static let maximumProfileParts = 255
    /// No encoder writes more scans. Each scan of a large image takes long to decode.
    private static let maximumScans = (ofAny: 100, ofLarge: 32)
    private static let largePixelCount = 4_000_000

    package let image: ImageHeader
    /// The number of samples in all components, including the padding of the last blocks.
    package let sampleCount: Int
    /// The number of bytes in segments that may contain an ICC profile.
    package let profileByteCount: Int

    /// Walks the segments up to the first scan. Counts all scans if there are several.
    package init(_ reader: ByteReader) throws(ImageFormatError) {
        var orientation: ImageOrientation?
        var frame: Frame?
        var (profileByteCount, profileParts) = (0, 0)
        var segments = JPEGSegments(reader, tolerating: .gaps)
        while let segment = segments.next() {
            let start = segment.content.lowerBound
            switch segment.marker {
            case 0xC4, 0xC8, 0xCC: break
            case 0xC0...0xCF:
                guard frame == nil else { throw .malformed("there are two sizes") }
                frame = try Frame(reader, at: start, isProgressive: segment.marker & 0x3 == 2)
            case JPEGSegments.Marker.application1 where orientation == nil:
                orientation = JPEGOrientation.read(segment, reader)
            case JPEGSegments.Marker.application2:
                profileByteCount += segment.content.count
                profileParts += 1
                guard profileParts <= Self.maximumProfileParts else {
                    throw .malformed("there is more than one profile")
                }
            case JPEGSegments.Marker.scan:
                guard let frame else { throw .malformed("the size is missing") }
                let isInterleaved = try reader.requireByte(at: start) >= frame.componentCount
                image = try ImageHeader(
                    format: .jpeg, size: frame.size, orientation: orientation ?? .topLeft,
                    isProgressive: frame.isProgressive || !isInterleaved, channels: frame.componentCount,
                    bitDepth: frame.bitDepth)
                sampleCount = frame.sampleCount
                self.profileByteCount = profileByteCount
                if image.isProgressive { try Self.checkScans(of: image, reader, from: start) }
                return
            default: break
            }
        }
        switch segments.ending {
        case .malformed: throw .malformed("a segment has no length")
        case .cutShort: throw .cutShort
        case .endOfImage, nil: throw .malformed("there is no picture")
        }
    }

    /// - Throws: ``ImageFormatError/malformed(_:)`` if there are too many scans.
    private static func checkScans(of image: ImageHeader, _ reader: ByteReader, from start: Int)
        throws(ImageFormatError)
    {
        let maximum = image.size.pixelCount > largePixelCount ? maximumScans.ofLarge : maximumScans.ofAny
        var (count, position) = (0, start)
        func isNoScan(_ byte: UInt8) -> Bool { byte != JPEGSegments.Marker.scan && byte != 0xFF }
        while let found = reader.firstIndex(of: 0xFF, from: position, unlessFollowedBy: isNoScan) {
            if reader.byte(at: found + 1) == JPEGSegments.Marker.scan { count += 1 }
            guard count < maximum else { throw .malformed("there are more scans than any encoder writes") }
            position = found + 1
        }
    }

    private struct Frame {
        let size: PixelSize
        let bitDepth: Int
        let componentCount: Int
        let isProgressive: Bool
        let sampleCount: Int

        init(_ reader: ByteReader, at start: Int, isProgressive: Bool) throws(ImageFormatError) {
            bitDepth = try reader.requireByte(at: start)
            let height = try reader.requireNumber(2, at: start + 1, .bigEndian)
            let width = try reader.requireNumber(2, at: start + 3, .bigEndian)
            size = PixelSize(width: width, height: height)
            componentCount = try reader.requireByte(at: start + 5)
            self.isProgressive = isProgressive
            var factors: [(Int, Int)] = []
            for index in 0..<componentCount {
                let factor = try reader.requireByte(at: start + 7 + index * 3)
                factors.append((factor >> 4, factor & 15))
            }
            let (across, down) = (factors.map(\.0).max() ?? 1, factors.map(\.1).max() ?? 1)
            guard across > 0, down > 0 else { throw .malformed("a component has no size") }
            let units = ((width + across * 8 - 1) / (across * 8)) * ((height + down * 8 - 1) / (down * 8))
            sampleCount = factors.reduce(0) { $0 + $1.0 * $1.1 } * units * 64
        }
    }
}
