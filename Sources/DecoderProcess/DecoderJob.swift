import Foundation
import ImageFormats

/// One image to decode: the request, its memory, and the expected answer.
struct DecoderJob: Sendable {
    private(set) var request: DecoderRequest
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

    func numbered(_ number: Int) -> DecoderJob {
        var job = self
        job.request.number = number
        return job
    }
}

extension DecoderJob {
    enum Outcome: Sendable {
        case picture(PixelSize, PixelLayout)
        case sizes(EncodedSizes)
        case frames(FramesMemory)
        case failed(PictureError)
        case protocolViolation(String)
    }

    func outcome(of answer: DecoderAnswer) -> Outcome {
        switch (product, answer) {
        case (_, .failed(let error)): .failed(error)
        case (.picture(let size, let layout), .picture(let madeSize, let madeLayout)):
            if size != madeSize || layout != madeLayout {
                .protocolViolation("it made a picture of another size")
            } else {
                result.seal() ? .picture(size, layout) : .protocolViolation("it kept the memory of a picture")
            }
        case (.picture, _): .protocolViolation("it made no picture")
        case (.sizes(let memory), .sizes(let placeholderCount, let imageCounts)):
            sizes(memory, placeholderCount, imageCounts)
        case (.sizes, _): .protocolViolation("it made no sizes")
        case (.frames(let memory), .frames(let count)):
            if count != memory.frames.count {
                .protocolViolation("it made more or fewer frames")
            } else {
                result.seal() ? .frames(memory) : .protocolViolation("it kept the memory of frames")
            }
        case (.frames, _): .protocolViolation("it made no frames")
        }
    }

    private func sizes(_ memory: SizesMemory, _ placeholderCount: Int, _ imageCounts: [Int]) -> Outcome {
        guard imageCounts.count == memory.images.count,
            (0...memory.placeholder.count).contains(placeholderCount),
            zip(imageCounts, memory.images).allSatisfy({ (0...$1.range.count).contains($0) })
        else { return .protocolViolation("it made more or less than there is room for") }
        // The decoder can't change this copy.
        guard let placeholder = result.bytes(in: memory.placeholder.prefix(placeholderCount)) else {
            return .failed(.noMemory)
        }
        var images: [EncodedImage] = []
        for (count, image) in zip(imageCounts, memory.images) {
            guard let data = result.bytes(in: image.range.prefix(count)) else { return .failed(.noMemory) }
            guard PlainJPEG.matches(data, image.size) else {
                return .protocolViolation("it made no plain JPEG of the size")
            }
            images.append(EncodedImage(size: image.size, data: data))
        }
        guard ThumbHash(Array(placeholder))?.bytes == Array(placeholder) else {
            return .protocolViolation("it made no placeholder")
        }
        return .sizes(EncodedSizes(images: images, placeholder: Array(placeholder)))
    }
}
