public import Foundation

/// What a picture's first bytes say of it, read without decoding (N029).
///
/// EXIF data that a format allows behind the picture is found only where the bytes go so far.
public nonisolated struct PictureHeader: Hashable, Sendable {
    public let format: PictureFormat
    /// In pixels, as stored: ``orientation`` is not applied.
    public let width: Int
    /// In pixels, as stored.
    public let height: Int
    /// Whether all of it has to be read before any of it can be drawn finally: progressive or interlaced, or one colour
    /// after the other.
    public let isProgressive: Bool
    public let orientation: PictureOrientation
    /// 1 for grey or a palette, 2 for grey with alpha, 3 for colours, 4 with alpha or for CMYK.
    public let channels: Int
    /// Bits of each channel.
    public let bitDepth: Int
    public let hasAlpha: Bool
    /// What decoding takes in memory whatever the size at which it is shown.
    let wholeBytes: Int
    /// What decoding takes for each pixel of a row, and for each pixel of the size it decodes at.
    let rowBytes: Int
    let decodedPixelBytes: Int

    /// - Throws: ``PictureError/undecodable(_:)`` where the format is none of ``PictureFormat``, or its header is broken.
    public init(of data: Data) throws(PictureError) {
        let bytes = PictureBytes(data)
        switch try PictureFormat(of: bytes) {
        case .jpeg: self = try Self.jpeg(bytes)
        case .png: self = try Self.png(bytes)
        case .webp: self = try Self.webp(bytes)
        case .gif: self = try Self.gif(bytes)
        case .tiff: self = try Self.tiff(bytes)
        case .bmp: self = try Self.bmp(bytes)
        }
        guard width > 0, height > 0 else { throw .undecodable("it has no pixels") }
        guard width < 1 << 31, height < 1 << 31 else { throw .undecodable("its size is not one") }
        try Self.check(channels: channels, bitDepth: bitDepth)
    }

    /// Refuses what no picture has.
    static func check(channels: Int, bitDepth: Int) throws(PictureError) {
        guard channels <= 16, bitDepth <= 64 else { throw .undecodable("its colours are none") }
    }

    init(
        format: PictureFormat, width: Int, height: Int, isProgressive: Bool = false,
        orientation: PictureOrientation = .topLeft, channels: Int, bitDepth: Int, hasAlpha: Bool = false,
        wholeBytes: Int, rowBytes: Int = 0, decodedPixelBytes: Int = 0
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.isProgressive = isProgressive
        self.orientation = orientation
        self.channels = channels
        self.bitDepth = bitDepth
        self.hasAlpha = hasAlpha
        self.wholeBytes = min(wholeBytes, Self.refusedBytes)
        self.rowBytes = rowBytes
        self.decodedPixelBytes = decodedPixelBytes
    }

    /// As stored.
    public var size: PictureSize { PictureSize(width: width, height: height) }

    /// The most memory, in bytes, that decoding takes at one time to fill a box, with the picture that comes of it and
    /// without the encoded bytes (N029). For a picture that is never decoded, more than any budget.
    public func estimatedBytes(filling box: PictureSize) -> Int {
        guard size.pixels <= PictureDecoder.maximumPixels, wholeBytes < Self.refusedBytes else {
            return Self.refusedBytes
        }
        let fit = PictureFit(size, orientation, filling: box)
        let decoded = format == .jpeg ? fit.eighthsSize : fit.coveringSize
        let target = fit.target.pixels * 4 * (orientation == .topLeft ? 1 : 2)
        return Self.fixedBytes + wholeBytes + rowBytes * width + decodedPixelBytes * decoded.pixels
            + fit.scalingBytes(from: decodedPixelBytes > 0 || format == .jpeg ? decoded : size) + target
    }

    /// What is said of a picture that is never decoded; far from the largest number, so that it can be added to.
    static let refusedBytes = 1 << 50

    /// What any decoding takes: the libraries' tables and buffers.
    private static let fixedBytes = 1 << 20
}
