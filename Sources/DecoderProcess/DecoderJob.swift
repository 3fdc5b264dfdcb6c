import Foundation
import ImageFormats

/// One image to decode: the request, its memory, and the expected answer.
struct DecoderJob: Sendable {
    var request: DecoderRequest
    let timeout: Duration
    let encoded: SharedMemory
    let result: SharedMemory
    let product: DecoderProduct

    init(_ data: Data, _ plan: DecodePlan, filling box: PixelSize, _ limits: DecoderLimits) throws(PictureError) {
        try self.init(
            data, plan, .picture(filling: box), .picture(plan.pictureSize(filling: box), plan.pictureLayout),
            limits.admitting(plan, estimate: plan.estimatedBytes(filling: box)))
    }

    init(_ data: Data, longEdges: [Int], _ limits: DecoderLimits) throws(PictureError) {
        let plan = try DecodePlan(of: data)
        let sizes = plan.image.uprightSize.scaled(toLongEdges: longEdges)
        try self.init(
            data, plan, .sizes(longEdges: longEdges), .sizes(SizesMemory(sizes)),
            limits.admitting(plan, estimate: plan.estimatedBytes(scaledTo: sizes)))
    }

    /// Prepares the memory for frames of an animation.
    /// - Parameters:
    ///   - encoded: The encoded data, shared by all jobs of the animation.
    ///   - frames: The numbers of the frames.
    ///   - canvas: Memory that begins with the canvas after the previous frames; `nil` for the first frames.
    init(
        _ encoded: SharedMemory, _ header: AnimationInfo, _ frames: Range<Int>, after canvas: MappedMemory?,
        _ limits: DecoderLimits
    ) throws(PictureError) {
        let memory = FramesMemory(header.cost, count: frames.count)
        product = .frames(memory)
        timeout = limits.timeLimit.duration(ofPixels: header.cost.drawnPixels(frames.count)) * limits.timeoutFactor
        self.encoded = encoded
        result = try SharedMemory(count: memory.count)
        if let canvas {
            guard result.write(UnsafeRawBufferPointer(rebasing: canvas.bytes[memory.canvas])) else { throw .noMemory }
        }
        request = DecoderRequest(
            number: 0, task: .frames(from: header.position(of: frames.lowerBound), count: frames.count),
            encodedCount: encoded.count, resultCount: result.count, budget: limits.budget, timeLimit: limits.timeLimit)
    }

    private init(
        _ data: Data, _ plan: DecodePlan, _ task: DecoderTask, _ product: DecoderProduct, _ limits: DecoderLimits
    ) throws(PictureError) {
        self.product = product
        timeout = limits.timeout(for: plan.image.size) * plan.timeFactor
        encoded = try SharedMemory(data)
        result = try SharedMemory(count: product.count)
        request = DecoderRequest(
            number: 0, task: task, encodedCount: encoded.count, resultCount: result.count, budget: limits.budget,
            timeLimit: limits.timeLimit)
    }
}

extension DecoderJob {
    /// Checks an answer. What it isn't about is in the memory, which the decoder can't change any more.
    /// - Returns: The sizes of an image; `nil` for a picture or frames.
    /// - Throws: `PictureError`; ``DecoderError/protocolViolation(_:)`` if the answer isn't one to this job.
    func sizes(in answer: DecoderAnswer) throws -> EncodedSizes? {
        switch (product, answer) {
        case (_, .failed(let error)): throw error
        case (.picture(let size, let layout), .picture(let madeSize, let madeLayout)):
            guard size == madeSize, layout == madeLayout else { throw violation("it made a picture of another size") }
            guard result.seal() else { throw violation("it kept the memory of a picture") }
            return nil
        case (.picture, _): throw violation("it made no picture")
        case (.sizes(let memory), .sizes(let placeholderCount, let imageCounts)):
            return try sizes(memory, placeholderCount, imageCounts)
        case (.sizes, _): throw violation("it made no sizes")
        case (.frames(let memory), .frames(let count)):
            guard count == memory.frames.count else { throw violation("it made more or fewer frames") }
            guard result.seal() else { throw violation("it kept the memory of frames") }
            return nil
        case (.frames, _): throw violation("it made no frames")
        }
    }

    private func violation(_ reason: String) -> DecoderError { .protocolViolation(reason) }

    private func sizes(_ memory: SizesMemory, _ placeholderCount: Int, _ imageCounts: [Int]) throws -> EncodedSizes {
        guard imageCounts.count == memory.images.count,
            (0...memory.placeholder.count).contains(placeholderCount),
            zip(imageCounts, memory.images).allSatisfy({ (0...$1.range.count).contains($0) })
        else { throw violation("it made more or less than there is room for") }
        // The decoder can't change this copy.
        guard let placeholder = result.bytes(in: memory.placeholder.prefix(placeholderCount)) else {
            throw PictureError.noMemory
        }
        var images: [EncodedImage] = []
        for (count, image) in zip(imageCounts, memory.images) {
            guard let data = result.bytes(in: image.range.prefix(count)) else { throw PictureError.noMemory }
            guard PlainJPEG.matches(data, image.size) else { throw violation("it made no plain JPEG of the size") }
            images.append(EncodedImage(size: image.size, data: data))
        }
        guard ThumbHash(Array(placeholder))?.bytes == Array(placeholder) else {
            throw violation("it made no placeholder")
        }
        return EncodedSizes(images: images, placeholder: Array(placeholder))
    }
}
