import ImageFormats

/// Looks whether a picture goes to the end that its format marks, whatever follows that: phones append films and more.
enum PictureEnd {
    /// Reads up to the whole of the source, once.
    /// - Throws: a ``FileError`` when the source cannot be read.
    static func isThere(in source: some ByteSource, format: ImageFormat) throws(FileError) -> Bool {
        var bytes = WindowedBytes(source)
        return switch format {
        case .jpeg: try isInJPEG(&bytes)
        case .png: try isInPNG(&bytes)
        case .gif: try isInGIF(&bytes)
        case .webp: try bytes.littleEndian(at: 4).map { $0 + 8 <= source.count } ?? false
        case .tiff, .bmp, .avif, .heic: true
        }
    }

    /// Goes from marker to marker. Between a scan's header and the next marker lie its data, in which no byte 0xFF is
    /// followed by one that makes a marker.
    private static func isInJPEG(_ bytes: inout WindowedBytes<some ByteSource>) throws(FileError) -> Bool {
        var offset = 2
        while let start = try bytes.firstIndex(of: 0xFF, from: offset), let marker = try bytes.byte(at: start + 1) {
            switch marker {
            // Fill bytes; a byte of data; markers without content: a restart, and two that stand at no such place.
            case 0xFF: offset = start + 1
            case 0x00, 0x01, 0xD0...0xD8: offset = start + 2
            case 0xD9: return true
            default:
                guard let high = try bytes.byte(at: start + 2), let low = try bytes.byte(at: start + 3) else {
                    return false
                }
                offset = start + 2 + max(2, Int(high) << 8 | Int(low))
            }
        }
        return false
    }

    private static func isInPNG(_ bytes: inout WindowedBytes<some ByteSource>) throws(FileError) -> Bool {
        var offset = 8
        while let size = try bytes.bigEndian(at: offset), let type = try bytes.bigEndian(at: offset + 4) {
            if type == 0x4945_4E44 { return try bytes.byte(at: offset + 11 + size) != nil }
            offset += 12 + size
        }
        return false
    }

    private static func isInGIF(_ bytes: inout WindowedBytes<some ByteSource>) throws(FileError) -> Bool {
        guard let flags = try bytes.byte(at: 10) else { return false }
        var offset = 13 + colorTableSize(flags)
        while let introducer = try bytes.byte(at: offset) {
            switch introducer {
            case 0x3B: return true
            case 0x21: offset += 2
            case 0x2C:
                guard let flags = try bytes.byte(at: offset + 9) else { return false }
                offset += 11 + colorTableSize(flags)
            default:
                // Decoders pass over what is no block.
                offset += 1
                continue
            }
            while let size = try bytes.byte(at: offset), size > 0 { offset += 1 + Int(size) }
            offset += 1
        }
        return false
    }

    private static func colorTableSize(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }
}

/// Bytes of a source that are read one after the other, a window at a time.
private struct WindowedBytes<Source: ByteSource> {
    private static var windowSize: Int { 1 << 18 }

    private let source: Source
    private var window: [UInt8] = []
    private var start = 0

    init(_ source: Source) {
        self.source = source
    }

    /// `nil`: the source ends before.
    mutating func byte(at offset: Int) throws(FileError) -> UInt8? {
        guard try moveWindow(to: offset) else { return nil }
        return window[offset - start]
    }

    mutating func firstIndex(of byte: UInt8, from offset: Int) throws(FileError) -> Int? {
        var offset = offset
        while try moveWindow(to: offset) {
            if let index = window[(offset - start)...].firstIndex(of: byte) { return start + index }
            offset = start + window.count
        }
        return nil
    }

    mutating func bigEndian(at offset: Int) throws(FileError) -> Int? {
        var number = 0
        for index in offset..<offset + 4 {
            guard let byte = try byte(at: index) else { return nil }
            number = number << 8 | Int(byte)
        }
        return number
    }

    mutating func littleEndian(at offset: Int) throws(FileError) -> Int? {
        try bigEndian(at: offset).map { Int(UInt32(truncatingIfNeeded: $0).byteSwapped) }
    }

    /// Whether the source has the byte.
    private mutating func moveWindow(to offset: Int) throws(FileError) -> Bool {
        if offset >= start, offset - start < window.count { return true }
        guard offset < source.count else { return false }
        guard let bytes = try source.bytes(at: offset, count: min(Self.windowSize, source.count - offset)) else {
            throw .changed
        }
        (window, start) = (bytes, offset)
        return true
    }
}
