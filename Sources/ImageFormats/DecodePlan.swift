public import Foundation

/// How an image is decoded, and the memory that this uses. Made from the header, without decoding.
public struct DecodePlan: Hashable, Sendable {
    /// Images with more pixels aren't decoded.
    public static let maximumPixels = 150_000_000

    /// The bytes that every decoding uses: tables and buffers of the libraries.
    private static let fixedBytes = 1_152 << 10

    /// The memory threshold, in bytes, above which an AVIF or HEIC with tiles is decoded tile by tile, and above which
    /// any other image may exceed the budget.
    static let wholeBytes = 128 << 20

    /// The parts of an image that are decoded, and by which decoder.
    package enum Content: Hashable, Sendable {
        case jpeg, png
        /// A whole AVIF or HEIC.
        case heif
        /// The tiles of a large AVIF or HEIC, which are decoded one by one.
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

/// The memory for decoding an image, in bytes.
struct DecodingCost: Hashable {
    /// The cost of an image that is never decoded: more than any budget, but far below `Int.max`, so that it can be
    /// added to.
    static let refused = 1 << 50

    /// Bytes that don't depend on the display size.
    let whole: Int
    var perRowPixel = 0
    var perDecodedPixel = 0

    /// Returns the number of pixels, at most ``refused``.
    static func limited(_ size: PixelSize) -> Int { min(size.pixelCount, refused) }
}

/// The memory for an ICC profile.
package enum ProfileCost {
    /// The maximum size of a profile, in bytes. Printer profiles have a few megabytes.
    package static let maximumLength = 8 << 20

    /// A PNG's profile is ignored if it unpacks to more than this many times its packed size, so that its maximum size
    /// is known without unpacking it. Normal profiles unpack to at most twenty times their packed size.
    private static let maximumUnpacking = 64

    /// Returns the bytes for finding and using a profile of this length: copies of the profile, and its tables, which
    /// are twice as large as stored.
    static func bytes(_ length: Int) -> Int { length <= maximumLength ? length * 8 : 0 }

    /// Returns the maximum unpacked size, in bytes, of the profile in a PNG chunk.
    package static func unpackedLimit(of content: Range<Int>) -> Int {
        min(maximumLength, min(content.count, maximumLength) * maximumUnpacking)
    }
}

/// The memory limits for decoding an image, in bytes.
public enum DecodingMemory {
    /// The limit for most images.
    public static let budget = 256 << 20
    /// The limit for an image that can only be decoded as a whole.
    public static let wholeBudget = 768 << 20
}

/// The processor time limit for decoding a picture.
public struct PictureTimeLimit: Hashable, Sendable, Codable {
    /// The minimum time limit of any picture.
    public var least: Duration
    /// The time limit per million pixels, if that exceeds the minimum.
    public var perMegapixel: Duration

    /// Creates a limit. The default is many times the usual decoding time.
    public init(least: Duration = .seconds(2), perMegapixel: Duration = .milliseconds(30)) {
        self.least = least
        self.perMegapixel = perMegapixel
    }

    /// Returns the time limit for a picture of this size.
    public func duration(of size: PixelSize) -> Duration { duration(ofPixels: size.pixelCount) }

    package func duration(ofPixels count: Int) -> Duration {
        max(least, perMegapixel * (Double(count) / 1_000_000))
    }
}

/// The reason why encoded data can't be decoded to a picture.
public enum PictureError: Error, Hashable, Sendable, Codable {
    /// The data is damaged, as described by the decoder's message.
    case undecodable(String)
    /// The data has a format, or a variant of a format, that isn't supported.
    case unsupportedFormat
    /// The system currently has no memory for the picture.
    case noMemory
    /// The image of this size has too many pixels or would use too much memory.
    case tooLarge(PixelSize)
    /// Decoding took more processor time than any normal image of that size.
    case tooSlow

    /// Whether decoding the same data may succeed later.
    public var isTransient: Bool { self == .noMemory }

    package init(_ error: ImageFormatError) {
        switch error {
        case .unknownFormat: self = .unsupportedFormat
        case .malformed(let reason), .uncleanable(let reason): self = .undecodable(reason)
        }
    }
}

extension PictureError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .undecodable(let reason): "the image is damaged: \(reason)"
        case .unsupportedFormat: "this kind of image isn't decoded"
        case .noMemory: "not enough memory for the image"
        case .tooLarge(let size): "\(size.width) × \(size.height) pixels are too many"
        case .tooSlow: "decoding took too long"
        }
    }
}
