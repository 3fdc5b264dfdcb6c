import CAdwaita
import CGtkKit
import Foundation

/// Looks whether an interlaced PNG has all its passes. Decoders draw each over the ones before, and take a picture whose
/// data ends with one of them for whole: it has all its rows, only coarser.
nonisolated enum InterlacedPNG {
    /// Where the pixels of each pass begin, and how far they are apart (PNG, 8.2).
    private static let passes: [(x: Int, y: Int, across: Int, down: Int)] = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
    ]

    /// Unpacks the pixels once, keeping none of them.
    static func isWhole(_ data: Data, _ header: PictureHeader) throws(PictureError) -> Bool {
        var missing = byteCount(header)
        let bytes = PictureBytes(data)
        guard let unpacking = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB) else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(unpacking)) }
        let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { scratch.deallocate() }
        var position = 8
        while missing > 0, !bytes.has("IEND", at: position + 4) {
            let length = try bytes.number(4, at: position, .bigEndian)
            if bytes.has("IDAT", at: position + 4) {
                guard position + 8 + length <= data.count else { return false }
                let start = data.startIndex + position + 8
                missing -= unpack(data[start..<start + length], with: unpacking, into: scratch, atMost: missing)
            }
            position += 12 + length
        }
        return missing <= 0
    }

    /// - Returns: how many bytes came.
    private static func unpack(
        _ part: Data, with unpacking: OpaquePointer, into scratch: UnsafeMutableRawBufferPointer, atMost limit: Int
    ) -> Int {
        part.withUnsafeBytes { bytes in
            var (taken, count) = (0, 0)
            while count < limit {
                var (read, written): (gsize, gsize) = (0, 0)
                let result = g_converter_convert(
                    unpacking, bytes.baseAddress.map { $0 + taken }, gsize(bytes.count - taken), scratch.baseAddress,
                    gsize(scratch.count), G_CONVERTER_NO_FLAGS, &read, &written, nil)
                guard result == G_CONVERTER_CONVERTED else { return count + Int(written) }
                taken += Int(read)
                count += Int(written)
            }
            return count
        }
    }

    /// Of all rows of all passes, each with the byte that names its filter.
    private static func byteCount(_ header: PictureHeader) -> Int {
        var sum = 0
        for pass in passes {
            let width = (header.width - pass.x + pass.across - 1) / pass.across
            let height = (header.height - pass.y + pass.down - 1) / pass.down
            if width > 0, height > 0 { sum += height * (1 + (width * header.channels * header.bitDepth + 7) / 8) }
        }
        return sum
    }
}
