public import Foundation

/// The header of an encoded image, read without decoding it.
public struct ImageHeader: Hashable, Sendable {
    /// The format of the data.
    public let format: ImageFormat
    /// The size as stored, before ``orientation`` is applied.
    public let size: PixelSize
    /// The orientation: from the EXIF data or, for AVIF and HEIC, from the image's own properties;
    /// ``ImageOrientation/topLeft`` if there is none.
    ///
    /// Some formats allow EXIF data after the pixels. The orientation is then found only if the data contains that
    /// part.
    public let orientation: ImageOrientation
    /// Whether the whole image must be read before the first row is final: the image is progressive or interlaced, or
    /// has a separate scan for each component.
    public let isProgressive: Bool
    /// The number of channels: 1 for grey or a palette, 2 for grey with alpha, 3 for colour, 4 for colour with alpha or
    /// CMYK.
    public let channels: Int
    /// The number of bits in a channel.
    public let bitDepth: Int
    /// Whether pixels may be transparent.
    public let hasAlpha: Bool
    /// Whether pixels store grey values, and neither colours nor indices of a palette.
    package internal(set) var isGrey: Bool

    /// The size of the upright image, after ``orientation`` is applied.
    public var uprightSize: PixelSize { orientation.turned(size) }

    package init(
        format: ImageFormat, size: PixelSize, orientation: ImageOrientation = .topLeft, isProgressive: Bool = false,
        channels: Int, bitDepth: Int, hasAlpha: Bool = false
    ) throws(ImageFormatError) {
        guard size.width > 0, size.height > 0 else { throw .malformed("the image has no pixels") }
        guard size.width < 1 << 31, size.height < 1 << 31 else { throw .malformed("the size is too large") }
        guard channels <= 16, bitDepth <= 64 else { throw .malformed("the colours are invalid") }
        (self.format, self.size, self.orientation) = (format, size, orientation)
        (self.isProgressive, self.channels, self.bitDepth) = (isProgressive, channels, bitDepth)
        (self.hasAlpha, isGrey) = (hasAlpha, channels <= 2)
    }
}

extension ImageHeader {
    /// Reads the header of encoded data.
    /// - Throws: ``ImageFormatError/unknownFormat`` for an unknown format; ``ImageFormatError/malformed(_:)`` if the
    ///   header is broken or truncated.
    public init(of data: Data) throws(ImageFormatError) {
        try self.init(ByteReader(data))
    }

    /// Reads the header of bytes that are read on demand, like ``init(of:)``.
    /// - Throws: ``ImageFormatError``, or the error of the source.
    public init<Source: ByteSource>(of source: Source) throws {
        self = try ByteReader.read(source) { reader in
            Result { () throws(ImageFormatError) in try ImageHeader(reader) }
        }.get()
    }

    private init(_ reader: ByteReader) throws(ImageFormatError) {
        guard let format = ImageFormat(of: reader.prefix(of: 0..<64)) else { throw .unknownFormat }
        self = try format.reader.init(reader, format).image
    }
}
