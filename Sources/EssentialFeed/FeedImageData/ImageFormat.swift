public import Foundation

/// The formats an image may have, known by its own bytes, never by a name or a header.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    case jpeg, png, webp, gif, tiff, bmp, avif, heic

    /// `nil`: the bytes begin like none of the formats.
    public init?(of data: Data) {
        let head = [UInt8](data.prefix(64))
        func has(_ text: String, at offset: Int = 0) -> Bool {
            head.dropFirst(offset).starts(with: text.utf8)
        }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("RIFF"), has("WEBP", at: 8) {
            self = .webp
        } else if has("GIF87a") || has("GIF89a") {
            self = .gif
        } else if head.starts(with: [0x49, 0x49, 0x2A, 0x00]) || head.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) {
            self = .tiff
        } else if has("BM"), head.count >= 18, head[6...9].allSatisfy({ $0 == 0 }), (12...124).contains(head[14]) {
            self = .bmp
        } else if has("ftyp", at: 4), let brand = Self.brand(head) {
            self = brand
        } else {
            return nil
        }
    }

    /// The media type that a server names.
    public var mediaType: String { "image/\(rawValue)" }

    /// Whether the end that the format itself marks is there. A format that marks none is never known to be
    /// whole.
    public func isWhole(_ data: Data) -> Bool {
        switch self {
        case .jpeg: Self.endsWithItsMarker(data)
        case .png: data.suffix(12) == Data([0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        case .gif: data.last == 0x3B
        case .webp: Self.littleEndian(data, at: 4).map { $0 + 8 <= data.count } ?? false
        case .bmp: Self.littleEndian(data, at: 2).map { $0 <= data.count } ?? false
        case .avif, .heic: Self.endsWithABox(data)
        case .tiff: false
        }
    }

    /// Whether the end marker is the last of the bytes but for zeros, with which some cameras pad.
    private static func endsWithItsMarker(_ jpeg: Data) -> Bool {
        jpeg.withUnsafeBytes { bytes in
            guard let last = bytes.lastIndex(where: { $0 != 0 }), last > 0 else { return false }
            return bytes[last - 1] == 0xFF && bytes[last] == 0xD9
        }
    }

    private static func brand(_ head: [UInt8]) -> ImageFormat? {
        let size = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let end = min(size, head.count) & ~3
        let brands = stride(from: 8, to: max(8, end), by: 4).filter { $0 != 12 }.map { head[$0..<$0 + 4] }
        for brand in brands {
            switch String(decoding: brand, as: UTF8.self) {
            case "avif", "avis": return .avif
            case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": return .heic
            default: continue
            }
        }
        return nil
    }

    private static func littleEndian(_ data: Data, at offset: Int) -> Int? {
        guard data.count >= offset + 4 else { return nil }
        return data.dropFirst(offset).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Whether the boxes of an ISO base media file end where the bytes do, and the coded picture is in one of them.
    private static func endsWithABox(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            var start = 0
            var hasPicture = false
            func number(at offset: Int, width: Int) -> UInt64 {
                bytes[offset..<offset + width].reduce(0) { $0 << 8 | UInt64($1) }
            }
            while bytes.count - start >= 8 {
                var size = number(at: start, width: 4)
                if size == 1, bytes.count - start >= 16 { size = number(at: start + 8, width: 8) }
                guard size >= 8, size <= UInt64(bytes.count - start) else { return false }
                if bytes[start + 4..<start + 8].elementsEqual("mdat".utf8) { hasPicture = true }
                start += Int(size)
            }
            return start == bytes.count && hasPicture
        }
    }
}
