import CGdkPixbuf
import Foundation

/// Unpacks a zlib stream up to a limit.
final class Unpacking {
    private let converter: OpaquePointer
    private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)

    init?() {
        guard let converter = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB) else { return nil }
        self.converter = converter
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(converter))
        scratch.deallocate()
    }

    /// Returns the first bytes that a stream or its beginning unpacks to.
    func bytes(of stream: Data, atMost limit: Int) -> Data {
        var unpacked = Data()
        unpack(stream, atMost: limit) { unpacked += $0.prefix(limit - unpacked.count) }
        return unpacked
    }

    /// Unpacks the next part of a stream, piece by piece.
    /// - Returns: The number of unpacked bytes, which never exceeds the limit.
    @discardableResult
    func unpack(_ part: Data, atMost limit: Int, _ take: (UnsafeRawBufferPointer) -> Void = { _ in }) -> Int {
        part.withUnsafeBytes { bytes in
            var (taken, count) = (0, 0)
            while count < limit {
                var (read, written): (gsize, gsize) = (0, 0)
                let result = g_converter_convert(
                    converter, bytes.baseAddress.map { $0 + taken }, gsize(bytes.count - taken), scratch.baseAddress,
                    gsize(min(scratch.count, limit - count)), G_CONVERTER_NO_FLAGS, &read, &written, nil)
                taken += Int(read)
                count += Int(written)
                if written > 0 { take(UnsafeRawBufferPointer(rebasing: scratch[..<Int(written)])) }
                guard result == G_CONVERTER_CONVERTED else { return count }
            }
            return count
        }
    }
}
