public import Foundation

/// How an animated GIF or WebP is played, and what decoding it takes, read without decoding it.
///
/// Nothing that the data says is taken as it is: what is shown for less than 20 ms is shown for 100 ms, as in browsers; what
/// is shown for more than ten minutes, for ten minutes; and only the first ``maximumFrames`` are played.
public struct AnimationHeader: Hashable, Sendable {
    /// The number of frames above which the others aren't played.
    public static let maximumFrames = 10_000
    /// The most pixels of a decoded frame, as many as a screen has. The frames of a larger image are made smaller.
    public static let maximumFramePixels = 1_920 * 1_080

    private static let shortestMilliseconds = 20
    private static let usualMilliseconds = 100
    private static let longestMilliseconds = 600_000
    /// The bytes that any decoding takes: tables and buffers of the libraries.
    private static let fixedBytes = 1_152 << 10

    /// What the header says about the image. Its size is that of the canvas on which the frames are drawn.
    public let image: ImageHeader
    /// The time that each frame is shown. There are at least two.
    public let delays: [Duration]
    /// How many times the frames are played; `nil` without an end.
    public let plays: Int?
    /// The size of each decoded frame, upright.
    public let frameSize: PixelSize
    /// The number of bytes in the ICC profile, or 0.
    private let profileByteCount: Int
    /// The number of bytes that decoding the costliest frame takes.
    private let largestCost: Int
    /// The number of pixels that are drawn for the largest frame.
    private let largestPixelCount: Int

    /// Reads the frames of encoded data.
    /// - Returns: `nil` if the data is a still, or isn't an image.
    public init?(of data: Data) {
        guard let format = ImageFormat(signatureOf: data), format == .gif || format == .webp else { return nil }
        let reader = ByteReader(data)
        do throws(ImageFormatError) {
            if format == .gif {
                (image, profileByteCount) = (try GIFHeader(reader).image, 0)
            } else {
                let header = try WebPHeader(reader)
                (image, profileByteCount) = (header.image, header.profileByteCount)
            }
        } catch {
            // The picture of the image says what is wrong with it.
            return nil
        }
        guard var frames = AnimationFrames(reader, format) else { return nil }
        var delays: [Duration] = []
        var (cost, pixelCount) = (0, 0)
        while let frame = frames.next() {
            delays.append(Self.delay(frame.milliseconds))
            cost = max(cost, frame.cost)
            pixelCount = max(pixelCount, frame.pixelCount)
        }
        guard delays.count > 1 else { return nil }
        self.delays = delays
        plays = frames.repetitions.map { $0 + 1 }
        largestCost = min(cost, DecodingCost.refused)
        largestPixelCount = pixelCount
        frameSize = Self.frameSize(of: image.uprightSize)
    }

    /// Returns whether data has more than one frame, reading no more than it has to.
    public static func isAnimation(_ data: Data) -> Bool {
        guard let format = ImageFormat(signatureOf: data),
            var frames = AnimationFrames(ByteReader(data), format)
        else { return false }
        return frames.next() != nil && frames.next() != nil
    }

    private static func delay(_ milliseconds: Int) -> Duration {
        .milliseconds(
            milliseconds < shortestMilliseconds ? usualMilliseconds : min(milliseconds, longestMilliseconds))
    }

    private static func frameSize(of canvas: PixelSize) -> PixelSize {
        guard canvas.pixelCount > maximumFramePixels else { return canvas }
        let scale = (Double(maximumFramePixels) / Double(canvas.pixelCount)).squareRoot()
        // Of a canvas one pixel high, the scale would leave far too long an edge.
        var edge = min(maximumFramePixels, Int(Double(max(canvas.width, canvas.height)) * scale))
        while canvas.scaled(toLongEdge: edge).pixelCount > maximumFramePixels { edge -= 1 }
        return canvas.scaled(toLongEdge: edge)
    }

    /// The number of bytes of a decoded frame.
    public var frameBytes: Int { frameSize.pixelCount * 4 }

    /// The number of bytes of the canvas.
    package var canvasBytes: Int { min(image.size.pixelCount, DecodingCost.refused) * 4 }

    /// Returns the most memory, in bytes, that decoding takes at one time, without the encoded data. For an animation that is
    /// never decoded, it is more than any budget.
    /// - Parameter count: The number of frames that are decoded together, with the canvas before and after them.
    package func estimatedBytes(_ count: Int) -> Int {
        guard image.size.pixelCount <= PictureHeader.maximumPixels, largestCost < DecodingCost.refused else {
            return DecodingCost.refused
        }
        let fit = PictureFit(image.size, image.orientation, scaledTo: frameSize)
        let turned = image.orientation == .topLeft ? 1 : 2
        return Self.fixedBytes + largestCost + ProfileCost.bytes(profileByteCount) + canvasBytes * 2
            + fit.scalingBytes(from: image.size) + frameBytes * (turned + count)
    }

    /// Returns how many pixels are drawn, at most, for a number of frames.
    package func drawnPixels(_ count: Int) -> Int {
        let (product, isTooLarge) = (image.size.pixelCount + largestPixelCount).multipliedReportingOverflow(by: count)
        return isTooLarge ? .max : product
    }
}
