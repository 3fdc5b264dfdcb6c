public import Foundation

/// How an image is decoded, and the memory needed. Made from the header, without decoding.
public struct DecodePlan: Hashable, Sendable {
    /// Images with more pixels aren't decoded.
    public static let maximumPixels = 150_000_000

    /// The bytes used by every decoding: tables and buffers of the libraries.
    static let fixedBytes = 1_152 << 10

    /// The memory threshold, in bytes, above which an AVIF or HEIC with tiles is decoded tile by tile, and above which
    /// any other image may exceed the budget.
    static let wholeBytes = 128 << 20

    /// The parts of an image to decode, and the decoder.
    package enum Content: Hashable, Sendable {
        case jpeg, png
        /// A whole AVIF or HEIC.
        case heif
        /// The tiles of a large AVIF or HEIC, decoded one by one.
        case tiles(ISOTiles)
        /// The first frame of a GIF.
        case gif(GIFFrame)
        /// A still WebP, or the first frame of an animated one.
        case webP(WebPFrame)
    }

    /// The header of the image. The size of an AVIF or HEIC is the upright size, because its decoder turns the image,
    /// except if it is decoded tile by tile.
    public let image: ImageHeader
    package let content: Content
    private let cost: DecodingCost

    /// A factor for the time limit: a large AVIF or HEIC takes longer per pixel.
    package var timeFactor: Int { isTiled || isDecodedWhole && cost.whole > Self.wholeBytes ? 4 : 1 }

    /// Whether decoding uses several times the memory of the whole image, at any display size. True for an AVIF or HEIC
    /// that isn't decoded tile by tile.
    package var isDecodedWhole: Bool { content == .heif }

    private var isTiled: Bool { if case .tiles = content { true } else { false } }

    /// Whether an image may exceed the memory budget, because its format leaves no cheaper way to decode it at any
    /// display size, as in a large progressive JPEG or PNG.
    package var mayExceedBudget: Bool { !isTiled && (isDecodedWhole || cost.whole > Self.wholeBytes) }

    init(_ image: ImageHeader, _ content: Content, _ cost: DecodingCost) {
        (self.image, self.content, self.cost) = (image, content, cost)
    }

    /// Reads the header of encoded data without decoding it.
    /// - Throws: ``PictureError/unsupportedFormat`` if the format isn't supported; ``PictureError/undecodable(_:)`` if
    ///   the header is broken.
    public init(of data: Data) throws(PictureError) {
        guard let format = ImageFormat(of: data) else { throw .unsupportedFormat }
        do throws(ImageFormatError) {
            self = try format.reader.init(ByteReader(data), format).plan(byteCount: data.count)
        } catch {
            throw PictureError(error)
        }
    }

    /// The upright size of the picture that fills a box. Images aren't enlarged, so a small image results in a smaller
    /// picture.
    public func pictureSize(filling box: PixelSize) -> PixelSize {
        image.orientation.turned(PictureFit(image.size, image.orientation, filling: box).target)
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

    /// The bytes per column of an encoded image in libjpeg: a few rows of blocks.
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

/// The memory limits for decoding an image, in bytes.
public enum DecodingMemory {
    /// The limit for most images.
    public static let budget = 256 << 20
    /// The limit for an image that can only be decoded as a whole.
    public static let wholeBudget = 768 << 20
}

/// The memory for decoding an image, in bytes.
struct DecodingCost: Hashable {
    /// The cost of an image that is never decoded: more than any budget, but far below `Int.max`, to permit additions.
    static let refused = 1 << 50

    /// Bytes that don't depend on the display size.
    let whole: Int
    var perRowPixel = 0
    var perDecodedPixel = 0

    /// Returns the number of pixels, at most ``refused``.
    static func limited(_ size: PixelSize) -> Int { min(size.pixelCount, refused) }
}
