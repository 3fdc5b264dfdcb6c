nonisolated extension PictureHeader {
    /// No profile has more parts.
    private static let maximumProfileParts = 255
    /// No encoder writes more scans: where a picture is large, each takes its time.
    private static let maximumScans = (of: 100, ofLarge: 32)
    private static let largePixels = 4_000_000

    /// Goes from marker to marker up to where the pixels begin.
    static func jpeg(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        var orientation: PictureOrientation?
        var frame: Frame?
        var (profileBytes, profileParts) = (0, 0)
        var markers = JPEGMarkers(bytes)
        while let marker = try markers.next() {
            let start = marker.data.lowerBound
            switch marker.code {
            case 0xC4, 0xC8, 0xCC: break
            case 0xC0...0xCF:
                guard frame == nil else { throw .undecodable("it has two sizes") }
                frame = try Frame(bytes, at: start, isProgressive: marker.code & 0x3 == 2)
            case 0xE1 where orientation == nil && bytes.has("Exif\0\0", at: start):
                orientation = PictureOrientation(exif: bytes, at: start + 6)
            case 0xDA:
                guard let frame else { throw .undecodable("no size in it") }
                let header = frame.header(
                    orientation ?? .topLeft, componentsOfFirstScan: try bytes[start],
                    keptBytes: PictureProfile.convertingBytes(profileBytes))
                if header.isProgressive { try checkScans(of: header, bytes, from: start) }
                return header
            case 0xE2:
                profileBytes += marker.data.count
                profileParts += 1
                guard profileParts <= maximumProfileParts else { throw .undecodable("more profiles than one") }
            default: break
            }
        }
        throw .undecodable("no picture in it")
    }

    /// - Throws: ``PictureError/undecodable(_:)`` where there are more scans than any encoder writes.
    private static func checkScans(of header: PictureHeader, _ bytes: PictureBytes, from start: Int)
        throws(PictureError)
    {
        let maximum = header.size.pixels > largePixels ? maximumScans.ofLarge : maximumScans.of
        guard bytes.count(of: [0xFF, 0xDA], from: start, upTo: maximum) < maximum else {
            throw .undecodable("more scans than any picture has")
        }
    }

    private struct Frame {
        let width: Int
        let height: Int
        let bitDepth: Int
        let components: Int
        let isProgressive: Bool
        /// Of all components, with what fills the last blocks.
        let samples: Int

        init(_ bytes: PictureBytes, at start: Int, isProgressive: Bool) throws(PictureError) {
            bitDepth = try bytes[start]
            height = try bytes.number(2, at: start + 1, .bigEndian)
            width = try bytes.number(2, at: start + 3, .bigEndian)
            components = try bytes[start + 5]
            self.isProgressive = isProgressive
            var factors: [(Int, Int)] = []
            for index in 0..<components {
                let factor = try bytes[start + 7 + index * 3]
                factors.append((factor >> 4, factor & 15))
            }
            let (across, down) = (factors.map(\.0).max() ?? 1, factors.map(\.1).max() ?? 1)
            guard across > 0, down > 0 else { throw .undecodable("a component without size") }
            let units = ((width + across * 8 - 1) / (across * 8)) * ((height + down * 8 - 1) / (down * 8))
            samples = factors.reduce(0) { $0 + $1.0 * $1.1 } * units * 64
        }

        func header(_ orientation: PictureOrientation, componentsOfFirstScan: Int, keptBytes: Int) -> PictureHeader {
            let isBuffered = isProgressive || componentsOfFirstScan < components
            return PictureHeader(
                format: .jpeg, width: width, height: height, isProgressive: isBuffered, orientation: orientation,
                channels: components, bitDepth: bitDepth,
                wholeBytes: keptBytes + (isBuffered ? samples * 2 : 0), rowBytes: 32 * components)
        }
    }
}
