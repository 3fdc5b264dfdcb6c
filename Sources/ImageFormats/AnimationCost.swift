/// The sizes of an animation and its decoded frames, and the cost of decoding some frames.
package struct AnimationCost: Hashable, Sendable {
    /// The header of the image. Its size is the size of the canvas.
    package let image: ImageHeader
    package let frameSize: PixelSize
    /// The number of bytes in the ICC profile, or 0.
    package let profileByteCount: Int
    /// The number of bytes for decoding the costliest frame.
    private var largestCost = 0
    private var largestPixelCount = 0

    /// Reads the header of an image, without its frames.
    package init(_ reader: ByteReader) throws(ImageFormatError) {
        guard let format = ImageFormat(of: reader.prefix(of: 0..<64)),
            let animated = format.reader as? any AnimatedFormatReader.Type
        else { throw .unknownFormat }
        let header = try animated.init(reader, format)
        (image, profileByteCount) = (header.image, header.profileByteCount)
        frameSize = Self.frameSize(of: image.uprightSize)
    }

    mutating func add(_ frame: AnimationFrame) {
        largestCost = max(largestCost, min(frame.decodingBytes, DecodingCost.refused))
        largestPixelCount = max(largestPixelCount, frame.size.pixelCount)
    }

    private static func frameSize(of canvas: PixelSize) -> PixelSize {
        let most = AnimationInfo.maximumFramePixels
        guard canvas.pixelCount > most else { return canvas }
        let scale = (Double(most) / Double(canvas.pixelCount)).squareRoot()
        // The scale would leave far too long an edge for a canvas one pixel high.
        var edge = min(most, Int(Double(max(canvas.width, canvas.height)) * scale))
        while canvas.scaled(toLongEdge: edge).pixelCount > most { edge -= 1 }
        return canvas.scaled(toLongEdge: edge)
    }

    package var frameBytes: Int { frameSize.pixelCount * 4 }
    package var canvasBytes: Int { min(image.size.pixelCount, DecodingCost.refused) * 4 }

    /// Returns the peak memory for decoding, in bytes, without the encoded data. The result exceeds any budget for an
    /// animation that is never decoded.
    /// - Parameter count: The number of frames that are decoded together, with the canvas before and after them.
    package func estimatedBytes(_ count: Int) -> Int {
        guard image.size.pixelCount <= DecodePlan.maximumPixels, largestCost < DecodingCost.refused else {
            return DecodingCost.refused
        }
        let fit = PictureFit(image.size, image.orientation, scaledTo: frameSize)
        let turned = image.orientation == .topLeft ? 1 : 2
        return DecodePlan.fixedBytes + largestCost + ProfileCost.bytes(profileByteCount) + canvasBytes * 2
            + fit.scalingBytes(from: image.size) + frameBytes * (turned + count)
    }

    /// Returns the maximum number of pixels that are drawn for a number of frames.
    package func drawnPixels(_ count: Int) -> Int {
        let (product, isTooLarge) = (image.size.pixelCount + largestPixelCount).multipliedReportingOverflow(by: count)
        return isTooLarge ? .max : product
    }
}
