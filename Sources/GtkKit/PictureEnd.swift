import Foundation

/// Looks whether a picture goes to its end: decoders draw what there is of one that was cut, and say nothing.
nonisolated enum PictureEnd {
    /// Whether the end that the format marks is there. Formats whose decoders notice themselves are taken as whole.
    static func isThere(_ data: Data) -> Bool {
        if data.starts(with: [0xFF, 0xD8, 0xFF]) { return isWholeJPEG(data) }
        if data.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return isWholePNG(data) }
        if data.starts(with: Array("GIF8".utf8)) { return data.last { $0 != 0 } == 0x3B }
        if data.starts(with: Array("RIFF".utf8)) { return isWholeRIFF(data) }
        return true
    }

    /// Whether the chunks are whole up to the one that is the last.
    private static func isWholePNG(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            var position = 8
            while position + 12 <= bytes.count {
                let length = (0..<4).reduce(0) { $0 << 8 | Int(bytes[position + $1]) }
                let isEnd = bytes[position + 4] == 0x49 && bytes[position + 5] == 0x45
                if isEnd { return true }
                position += length + 12
            }
            return false
        }
    }

    private static func isWholeRIFF(_ data: Data) -> Bool {
        guard data.count >= 8 else { return false }
        let size = data.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        return size + 8 <= data.count
    }

    /// Whether the end marker comes after the picture, not only after a small one inside of its metadata.
    private static func isWholeJPEG(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            var position = 2
            while position + 1 < bytes.count {
                guard bytes[position] == 0xFF else { return false }
                let marker = bytes[position + 1]
                switch marker {
                case 0xFF: position += 1
                case 0xD9: return true
                case 0x01, 0xD0...0xD8: position += 2
                default:
                    guard position + 3 < bytes.count else { return false }
                    position += 2 + (Int(bytes[position + 2]) << 8 | Int(bytes[position + 3]))
                    if marker == 0xDA { position = nextMarker(bytes, from: position) }
                }
            }
            return false
        }
    }

    /// The end of what is coded from a position on: a 0xFF that is neither stuffed nor a restart.
    private static func nextMarker(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var position = start
        while position + 1 < bytes.count {
            if bytes[position] == 0xFF, bytes[position + 1] != 0, !(0xD0...0xD7).contains(bytes[position + 1]) {
                return position
            }
            position += 1
        }
        return bytes.count
    }
}
