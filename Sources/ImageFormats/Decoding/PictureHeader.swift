public import Foundation

/// The header of an image, with the memory that decoding it takes.
public struct PictureHeader: Hashable, Sendable {
    /// The number of pixels above which an image isn't decoded.
    public static let maximumPixels = 150_000_000

    /// The bytes that any decoding takes: tables and buffers of the libraries.
    private static let fixedBytes = 1_152 << 10

    /// The memory, in bytes, from which on an AVIF or a HEIC is decoded tile by tile, if it has tiles, and from which on any
    /// other image may take more memory than the budget.
    private static let wholeBytes = 128 << 20

    /// What the header says about the image. The size of an AVIF or a HEIC is the upright one, because its decoder turns it,
    /// unless it is decoded tile by tile.
    public let image: ImageHeader
    /// The tiles of a large AVIF or HEIC, which are decoded one after the other.
    package let tiles: ISOTiles?
    private let cost: DecodingCost

    /// How many times as long as others the image may take: a large AVIF or HEIC takes longer for each pixel.
    package var timeFactor: Int { tiles != nil || isDecodedWhole && cost.whole > Self.wholeBytes ? 4 : 1 }

    /// Whether decoding takes the memory of the whole image several times, whatever the size at which it is shown: whether it
    /// is an AVIF or a HEIC that isn't decoded tile by tile.
    package var isDecodedWhole: Bool { tiles == nil && (image.format == .avif || image.format == .heic) }

    /// Whether an image may take more memory than the budget, because its form leaves no other way to decode it, whatever the
    /// size at which it is shown: a large progressive JPEG or PNG, for example.
    package var mayExceedBudget: Bool { isDecodedWhole || tiles == nil && cost.whole > Self.wholeBytes }

    /// Reads the header of encoded data without decoding it.
    /// - Throws: ``PictureError/unsupportedFormat`` if the data doesn't begin like a format that is decoded;
    ///   ``PictureError/undecodable(_:)`` if the header is broken.
    public init(of data: Data) throws(PictureError) {
        do throws(ImageFormatError) {
            (image, cost, tiles) = try Self.read(data)
        } catch {
            throw PictureError(error)
        }
    }

    private static func read(_ data: Data) throws(ImageFormatError) -> (ImageHeader, DecodingCost, ISOTiles?) {
        let reader = ByteReader(data)
        switch ImageFormat(signatureOf: data) {
        case .jpeg:
            let jpeg = try JPEGHeader(reader)
            return (jpeg.image, DecodingCost(jpeg), nil)
        case .png:
            let png = try PNGHeader(reader)
            return (png.image, DecodingCost(png, reader), nil)
        case .webp:
            let webp = try WebPHeader(reader)
            return (webp.image, DecodingCost(webp), nil)
        case .gif:
            let gif = try GIFHeader(reader)
            return (gif.image, DecodingCost(gif), nil)
        case .tiff:
            let tiff = try TIFFHeader(reader)
            return (tiff.image, DecodingCost(tiff, byteCount: data.count), nil)
        case .bmp:
            let bmp = try BMPHeader(reader)
            return (bmp.image, DecodingCost(bmp), nil)
        case .avif: return try read(ISOHeader(reader, .avif), byteCount: data.count)
        case .heic: return try read(ISOHeader(reader, .heic), byteCount: data.count)
        case nil: throw .unknownFormat
        }
    }

    private static func read(
        _ iso: ISOHeader, byteCount: Int
    ) throws(ImageFormatError) -> (ImageHeader, DecodingCost, ISOTiles?) {
        let image = iso.image
        let cost = DecodingCost(iso)
        if let tiles = iso.tiles, cost.whole > wholeBytes, image.size.pixelCount <= maximumPixels {
            let tiled = DecodingCost(iso, tiles, byteCount: byteCount)
            // Some programs make a single tile of the whole image.
            if tiled.whole < cost.whole { return (image, tiled, tiles) }
        }
        let turned = try ImageHeader(
            format: image.format, size: image.uprightSize, channels: image.channels, bitDepth: image.bitDepth,
            hasAlpha: image.hasAlpha)
        return (turned, cost, nil)
    }

    /// The size of the picture that fills a box, upright. Nothing is enlarged, so a small image makes a smaller picture.
    public func pictureSize(filling box: PixelSize) -> PixelSize {
        let target = PictureFit(image.size, image.orientation, filling: box).target
        return image.orientation.exchangesSides ? PixelSize(width: target.height, height: target.width) : target
    }

    /// The order of the bytes in the picture's pixels.
    public var pictureLayout: PixelLayout { image.hasAlpha ? .premultipliedBGRA : .rgb }

    /// Whether the image is never decoded, whatever the budget.
    package var isRefused: Bool { image.size.pixelCount > Self.maximumPixels || cost.whole >= DecodingCost.refused }

    /// Returns the most memory, in bytes, that decoding takes at one time to fill a box, with the picture and without the
    /// encoded data. For an image that is never decoded, it is more than any budget.
    public func estimatedBytes(filling box: PixelSize) -> Int {
        estimatedBytes(PictureFit(image.size, image.orientation, filling: box))
    }

    /// Returns the most memory, in bytes, that making JPEGs of several sizes takes at one time, without the encoded data
    /// and without the JPEGs. For an image that is never decoded, it is more than any budget.
    /// - Parameter sizes: The upright sizes, none of them larger than the image.
    package func estimatedBytes(scaledTo sizes: [PixelSize]) -> Int {
        let sizes = sizes.sorted { $0.pixelCount > $1.pixelCount }
        guard let largest = sizes.first else { return 0 }
        let decoding = estimatedBytes(PictureFit(image.size, image.orientation, scaledTo: largest))
        let scaling = sizes.dropFirst().prefix(1).map { smaller in
            PictureFit(largest, .topLeft, scaledTo: smaller).scalingBytes(from: largest) + smaller.pixelCount * 4
        }
        return decoding + scaling.reduce(0, +) + Self.encodingBytesPerColumn * largest.width
    }

    /// The bytes that libjpeg takes for each column of an image that it encodes: a few rows of blocks.
    private static let encodingBytesPerColumn = 256

    private func estimatedBytes(_ fit: PictureFit) -> Int {
        guard !isRefused else { return DecodingCost.refused }
        let decoded = image.format == .jpeg ? fit.eighthsSize : fit.coveringSize
        let target = fit.target.pixelCount * 4 * (image.orientation == .topLeft ? 1 : 2)
        let isScaledByDecoder = cost.perDecodedPixel > 0 || image.format == .jpeg
        return Self.fixedBytes + cost.whole + cost.perRowPixel * image.size.width
            + cost.perDecodedPixel * decoded.pixelCount
            + fit.scalingBytes(from: isScaledByDecoder ? decoded : image.size) + target
    }
}
