nonisolated extension PictureHeader {
    /// Goes from marker to marker up to where the pixels begin.
    static func jpeg(_ bytes: PictureBytes) throws(PictureError) -> PictureHeader {
        var orientation: PictureOrientation?
        var frame: Frame?
        var profileBytes = 0
        var position = 2
        while true {
            let marker = try nextMarker(bytes, &position)
            switch marker {
            case 0x01, 0xD0...0xD8: continue
            case 0xD9: throw .undecodable("no picture in it")
            default: break
            }
            let length = try bytes.number(2, at: position, .bigEndian)
            guard length >= 2 else { throw .undecodable("a marker without length") }
            switch marker {
            case 0xC4, 0xC8, 0xCC: break
            case 0xC0...0xCF:
                guard frame == nil else { throw .undecodable("it has two sizes") }
                frame = try Frame(bytes, at: position + 2, isProgressive: marker & 0x3 == 2)
            case 0xE1 where orientation == nil && bytes.has("Exif\0\0", at: position + 2):
                orientation = PictureOrientation(exif: bytes, at: position + 8)
            case 0xDA:
                guard let frame else { throw .undecodable("no size in it") }
                // What is kept of profiles, and the one that is put together of it.
                return frame.header(
                    orientation ?? .topLeft, componentsOfFirstScan: try bytes[position + 2],
                    keptBytes: profileBytes * 2)
            case 0xE2: profileBytes += length
            default: break
            }
            position += length
        }
    }

    /// The next marker, past what fills the place before it; the position goes behind it.
    private static func nextMarker(_ bytes: PictureBytes, _ position: inout Int) throws(PictureError) -> Int {
        var (last, next) = (try bytes[position], try bytes[position + 1])
        while last != 0xFF || next == 0 || next == 0xFF {
            position += 1
            (last, next) = (next, try bytes[position + 1])
        }
        position += 2
        return next
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
