import CGdkPixbuf
import CImageDecoding
import Foundation
import ImageFormats

enum ColourProfile {
    static func find(in data: Data, _ format: ImageFormat) -> Data? { bytes(of: format.profile(in: data)) }

    /// Returns an ICC profile, or `nil` if it is missing, empty, damaged or too large.
    static func bytes(of profile: ImageProfile?) -> Data? {
        let profile: Data? =
            switch profile {
            case .plain(let profile): profile
            case .deflated(let packed, let limit): unpacked(packed, atMost: limit)
            case .described(let description): made(from: description)
            case nil: nil
            }
        return profile.flatMap { (1...ProfileCost.maximumLength).contains($0.count) ? $0 : nil }
    }

    private static func made(from description: ColourDescription) -> Data? {
        let (transfer, gamma) = description.pictureTransfer
        var length: gsize = 0
        guard let profile = picture_profile_new(description.places, transfer, gamma, &length) else { return nil }
        defer { g_free(profile) }
        return Data(bytes: profile, count: Int(length))
    }

    /// Unpacks a profile, which begins with its size.
    private static func unpacked(_ packed: Data, atMost limit: Int) -> Data? {
        guard let size = ZlibInflater()?.bytes(of: packed, atMost: 4), size.count == 4 else { return nil }
        let length = size.reduce(0) { $0 << 8 | Int($1) }
        guard (1...limit).contains(length) else { return nil }
        let profile = ZlibInflater()?.bytes(of: packed, atMost: length)
        return profile?.count == length ? profile : nil
    }
}

extension ColourDescription {
    /// The transfer, and the power of a gamma.
    var pictureTransfer: (PictureTransfer, Double) {
        switch transfer {
        case .sRGB: (PICTURE_SRGB, 0)
        case .gamma(let power): (PICTURE_GAMMA, power)
        case .pq: (PICTURE_PQ, 0)
        case .hlg: (PICTURE_HLG, 0)
        }
    }
}

final class ZlibInflater {
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

    /// Unpacks the beginning of a stream, which may be truncated.
    func bytes(of stream: Data, atMost limit: Int) -> Data {
        var unpacked = Data()
        unpack(stream, atMost: limit) { unpacked += $0 }
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
