public import Foundation

/// The header of an image and the memory needed to decode it.
public struct PictureHeader: Hashable, Sendable {
    /// Images with more pixels aren't decoded.
    public static let maximumPixels = 150_000_000

    /// The bytes that every decoding uses: tables and buffers of the libraries.
    private static let fixedBytes = 1_152 << 10

    /// The memory threshold, in bytes, above which an AVIF or HEIC with tiles is decoded tile by tile, and above which
    /// any other image may exceed the budget.
    private static let wholeBytes = 128 << 20

    /// The header of the image. The size of an AVIF or HEIC is the upright size, because its decoder turns the image,
    /// except if it is decoded tile by tile.
    public let image: ImageHeader
    /// The tiles of a large AVIF or HEIC, which are decoded one by one.
    package let tiles: ISOTiles?
    private let cost: DecodingCost

    /// A factor for the time limit: a large AVIF or HEIC takes longer per pixel.
    package var timeFactor: Int { tiles != nil || isDecodedWhole && cost.whole > Self.wholeBytes ? 4 : 1 }

    /// Whether decoding uses several times the memory of the whole image, at any display size. True for an AVIF or HEIC
    /// that isn't decoded tile by tile.
    package var isDecodedWhole: Bool { tiles == nil && (image.format == .avif || image.format == .heic) }

    /// Whether an image may exceed the memory budget, because its format leaves no cheaper way to decode it at any
    /// display size, as in a large progressive JPEG or PNG.
    package var mayExceedBudget: Bool { isDecodedWhole || tiles == nil && cost.whole > Self.wholeBytes }

    /// Reads the header of encoded data without decoding it.
    /// - Throws: ``PictureError/unsupportedFormat`` if the format isn't supported; ``PictureError/undecodable(_:)`` if
    ///   the header is broken.
    public init(of data: Data) throws(PictureError) {
        do throws(ImageFormatError) {
            (image, cost, tiles) = try Self.read(data)
        } catch {
            throw PictureError(error)
        }
    }

    private static func read(_ data: Data) throws(ImageFormatError) -> (ImageHeader, DecodingCost, ISOTiles?) {
        let reader = ByteReader(data)
        switch ImageFormat(of: data) {
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
            // Some programs write the whole image as a single tile.
            if tiled.whole < cost.whole { return (image, tiled, tiles) }
        }
        let turned = try ImageHeader(
            format: image.format, size: image.uprightSize, channels: image.channels, bitDepth: image.bitDepth,
            hasAlpha: image.hasAlpha)
        return (turned, cost, nil)
    }

    /// The upright size of the picture that fills a box. Images aren't enlarged, so a small image results in a smaller
    /// picture.
    public func pictureSize(filling box: PixelSize) -> PixelSize {
        let target = PictureFit(image.size, image.orientation, filling: box).target
        return image.orientation.exchangesSides ? PixelSize(width: target.height, height: target.width) : target
    }

    /// The order of the bytes in the picture's pixels.
    public var pictureLayout: PixelLayout { image.hasAlpha ? .premultipliedBGRA : .rgb }

    /// Whether the image is never decoded, even with an unlimited budget.
    package var isRefused: Bool { image.size.pixelCount > Self.maximumPixels || cost.whole >= DecodingCost.refused }

    /// Returns the peak memory, in bytes, for decoding the image to fill a box, including the picture and excluding the
    /// encoded data. The result exceeds any budget for an image that is never decoded.
    public func estimatedBytes(filling box: PixelSize) -> Int {
        estimatedBytes(PictureFit(image.size, image.orientation, filling: box))
    }

    /// Returns the peak memory, in bytes, for creating JPEGs of several sizes, excluding the encoded data and the
    /// JPEGs. The result exceeds any budget for an image that is never decoded.
    /// - Parameter sizes: The upright sizes. No size is larger than the image.
    package func estimatedBytes(scaledTo sizes: [PixelSize]) -> Int {
        let sizes = sizes.sorted { $0.pixelCount > $1.pixelCount }
        guard let largest = sizes.first else { return 0 }
        let decoding = estimatedBytes(PictureFit(image.size, image.orientation, scaledTo: largest))
        let scaling = sizes.dropFirst().prefix(1).map { smaller in
            PictureFit(largest, .topLeft, scaledTo: smaller).scalingBytes(from: largest) + smaller.pixelCount * 4
        }
        return decoding + scaling.reduce(0, +) + Self.encodingBytesPerColumn * largest.width
    }

    /// The bytes that libjpeg uses per column of an encoded image: a few rows of blocks.
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
