import DecoderProcess
import ImageFormats

/// Grey JPEGs with a placeholder, or what a lie makes of them.
struct GreySizes {
    private let lie: Lie?
    private let layout: SizesMemory

    init(_ lie: Lie?, _ layout: SizesMemory) {
        self.lie = lie
        self.layout = layout
    }

    /// Writes them, and returns the report about them.
    func write(to memory: UnsafeMutableRawBufferPointer) -> DecoderAnswer {
        var counts: [Int] = []
        for (size, range) in layout.images {
            let jpeg = bytes(of: size)
            memory[range].copyBytes(from: jpeg)
            counts.append(lie == .hugeSizes ? .max : lie == .cutSizes ? jpeg.count - 1 : jpeg.count)
        }
        if lie == .fewerSizes { counts.removeLast() }
        if lie == .negativeSizes { counts = counts.map { -$0 } }
        let hash = ThumbHash(of: [UInt8](repeating: 0x80, count: 4), size: PixelSize(width: 1, height: 1))
        memory[layout.placeholder].copyBytes(from: hash.bytes)
        return .sizes(placeholderCount: lie == .noPlaceholder ? 4 : hash.bytes.count, imageCounts: counts)
    }

    private func bytes(of size: PixelSize) -> [UInt8] {
        let size = lie == .otherSizes ? PixelSize(width: size.width + 1, height: size.height) : size
        var jpeg = Self.jpeg(size)
        if lie == .metadata { jpeg.insert(contentsOf: [0xFF, 0xFE, 0, 8] + Array("Athens".utf8), at: 2) }
        if lie == .trailer { jpeg += Array("Athens".utf8) }
        return jpeg
    }

    /// A JPEG of three colours with zeros in all blocks: each block takes two bits, which are zero.
    private static func jpeg(_ size: PixelSize) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] {
            [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
        }
        let components: [UInt8] = [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        var jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDB] + number(67) + [0] + [UInt8](repeating: 1, count: 64)
        jpeg += [0xFF, 0xC0] + number(17) + [8] + number(size.height) + number(size.width) + [3] + components
        for table: UInt8 in [0x00, 0x10] {
            jpeg += [0xFF, 0xC4] + number(20) + [table, 1] + [UInt8](repeating: 0, count: 16)
        }
        jpeg += [0xFF, 0xDA] + number(12) + [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]
        let blocks = (size.width + 7) / 8 * ((size.height + 7) / 8) * 3
        return jpeg + [UInt8](repeating: 0, count: (blocks * 2 + 7) / 8) + [0xFF, 0xD9]
    }
}
