/// The sizes of an animation and of its decoded frames, and what decoding some of its frames takes.
package struct AnimationCost: Hashable, Sendable {
    /// The bytes that any decoding takes: tables and buffers of the libraries.
    private static let fixedBytes = 1_152 << 10

    /// What the header says about the image. Its size is that of the canvas on which the frames are drawn.
    package let image: ImageHeader
    /// The size of each decoded frame, upright.
    package let frameSize: PixelSize
    /// The number of bytes in the ICC profile, or 0.
    package let profileByteCount: Int
    /// The number of bytes that decoding the costliest frame takes.
    private var largestCost = 0
    /// The number of pixels that are drawn for the largest frame.
    private var largestPixelCount = 0

    /// Reads the header of an image, without its frames.
    /// - Throws: ``ImageFormatError/unknownFormat`` for a format that has no animations, or
    ///   ``ImageFormatError/malformed(_:)``.
    init(_ reader: ByteReader) throws(ImageFormatError) {
        switch ImageFormat(signatureOf: reader.prefix(of: 0..<64)) {
        case .gif: (image, profileByteCount) = (try GIFHeader(reader).image, 0)
        case .webp:
            let header = try WebPHeader(reader)
            (image, profileByteCount) = (header.image, header.profileByteCount)
        default: throw .unknownFormat
        }
        frameSize = Self.frameSize(of: image.uprightSize)
    }

    /// Adds a frame that is decoded.
    mutating func add(_ frame: AnimationFrame) {
        largestCost = max(largestCost, min(frame.cost, DecodingCost.refused))
        largestPixelCount = max(largestPixelCount, frame.pixelCount)
    }

    private static func frameSize(of canvas: PixelSize) -> PixelSize {
        let most = AnimationHeader.maximumFramePixels
        guard canvas.pixelCount > most else { return canvas }
        let scale = (Double(most) / Double(canvas.pixelCount)).squareRoot()
        // Of a canvas one pixel high, the scale would leave far too long an edge.
        var edge = min(most, Int(Double(max(canvas.width, canvas.height)) * scale))
        while canvas.scaled(toLongEdge: edge).pixelCount > most { edge -= 1 }
        return canvas.scaled(toLongEdge: edge)
    }

    /// The number of bytes of a decoded frame.
    package var frameBytes: Int { frameSize.pixelCount * 4 }

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
