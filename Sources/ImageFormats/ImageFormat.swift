public import Foundation

/// A format of encoded images. It is identified by the first bytes of the data, not by file name or media type.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    /// JPEG (ITU-T T.81).
    case jpeg
    /// PNG.
    case png
    /// WebP, lossy or lossless.
    case webp
    /// GIF 87a or 89a.
    case gif
    /// AVIF, in an ISO base media file.
    case avif
    /// HEIC, in an ISO base media file.
    case heic

    /// Identifies the format of encoded data. The first 64 bytes are sufficient.
    ///
    /// Returns `nil` if the data doesn't match any of the formats.
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
        } else if has("ftyp", at: 4), let format = Self.format(ofBrandsIn: head) {
            self = format
        } else {
            return nil
        }
    }

    /// The media type servers use for the format, such as `image/jpeg`.
    public var mediaType: String { "image/\(rawValue)" }

    /// The extensions of file names for the format, in lowercase. New files get the first one.
    public var fileExtensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg"]
        case .heic: ["heic", "heif"]
        case .png, .webp, .gif, .avif: [rawValue]
        }
    }

    /// Finds the first brand of an ISO base media file that is a supported image format.
    private static func format(ofBrandsIn head: [UInt8]) -> ImageFormat? {
        let size = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let end = min(size, head.count) & ~3
        // Offset 12 contains the version of the major brand.
        for offset in stride(from: 8, to: max(8, end), by: 4) where offset != 12 {
            switch String(decoding: head[offset..<offset + 4], as: UTF8.self) {
            case "avif", "avis": return .avif
            case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": return .heic
            default: continue
            }
        }
        return nil
    }
}

extension ImageFormat {
    var reader: any ImageFormatReader.Type {
        switch self {
        case .jpeg: JPEGImage.self
        case .png: PNGImage.self
        case .webp: WebPImage.self
        case .gif: GIFImage.self
        case .avif, .heic: ISOImage.self
        }
    }

    /// Returns whether the data ends with the format's end marker, which makes a body of unknown length complete.
    ///
    /// A JPEG may be padded with zeros.
    public func isWhole(_ data: Data) -> Bool { reader.isWhole(data) }

    /// Returns whether the format's end marker is present. Ignores data after it, such as videos appended by phones.
    ///
    /// Walks the data once.
    public func hasEnd(in data: Data) -> Bool { reader.hasEnd(ByteReader(data)) }

    /// Returns the same as ``hasEnd(in:)`` for bytes read on demand.
    /// - Throws: The error of the source.
    public func hasEnd<Source: ByteSource>(in source: Source) throws(Source.Failure) -> Bool {
        try ByteReader.read(source) { reader.hasEnd($0) }
    }

    /// Returns the frames of an animation, or `nil` for a still that is known as one.
    /// - Parameter start: A ``FrameWalker/position`` at which the frames begin; `nil` for the first frame.
    func frames(_ reader: ByteReader, from start: Int? = nil) -> (any FrameWalker)? {
        (self.reader as? any AnimatedFormatReader.Type)?
            .frames(reader, from: start.map { max(0, min($0, reader.count)) })
    }

    package func profile(in data: Data) -> ImageProfile? { reader.profile(ByteReader(data)) }
}

protocol AnimatedFormatReader: ImageFormatReader {
    var profileByteCount: Int { get }

    /// Returns `nil` for a still in a format that marks its animations.
    static func frames(_ reader: ByteReader, from start: Int?) -> (any FrameWalker)?
}

/// The meaning of an image's colours as it is stored in the image.
package enum ImageProfile {
    case plain(Data)
    /// An ICC profile compressed by zlib. A profile that unpacks to more than the limit isn't used.
    case deflated(Data, limit: Int)
    /// Numbers without an ICC profile.
    case described(ColourDescription)
}
