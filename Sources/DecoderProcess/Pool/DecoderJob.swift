import Foundation
import ImageFormats

/// One image to decode: the request, its memory, and the expected answer.
struct DecoderJob: Sendable {
    private(set) var request: DecoderRequest
    let patience: Duration
    let encoded: SharedMemory
    let result: SharedMemory
    let product: DecoderProduct

    /// Prepares the memory for a picture that fills a box.
    /// - Throws: ``PictureError/tooLarge(_:)``, ``PictureError/noMemory``, or a header error.
    init(_ data: Data, filling box: PixelSize, _ limits: DecoderLimits) throws(PictureError) {
        let header = try PictureHeader(of: data)
        let picture = DecoderProduct.picture(header.pictureSize(filling: box), header.pictureLayout)
        try self.init(
            data, header, .picture(filling: box), picture, estimate: header.estimatedBytes(filling: box), limits)
    }

    /// Prepares the memory for smaller JPEGs.
    /// - Throws: ``PictureError/tooLarge(_:)``, ``PictureError/noMemory``, or a header error.
    init(_ data: Data, longEdges: [Int], _ limits: DecoderLimits) throws(PictureError) {
        let header = try PictureHeader(of: data)
        let sizes = header.image.uprightSize.scaled(toLongEdges: longEdges)
        try self.init(
            data, header, .sizes(longEdges: longEdges), .sizes(SizesMemory(sizes)),
            estimate: header.estimatedBytes(scaledTo: sizes), limits)
    }

    /// Prepares the memory for frames of an animation.
    /// - Parameters:
    ///   - encoded: The encoded data, shared by all jobs of the animation.
    ///   - canvas: Memory that begins with the canvas after the previous frames; `nil` for the first frames.
    /// - Throws: ``PictureError/noMemory``.
    init(
        _ encoded: SharedMemory, _ header: AnimationHeader, first: Int, count: Int, after canvas: MappedMemory?,
        _ limits: DecoderLimits
    ) throws(PictureError) {
        let memory = FramesMemory(header.cost, count: count)
        product = .frames(memory)
        patience = limits.timeLimit.duration(ofPixels: header.cost.drawnPixels(count)) * limits.patience
        self.encoded = encoded
        result = try SharedMemory(count: memory.count)
        if let canvas {
            guard result.write(UnsafeRawBufferPointer(rebasing: canvas.bytes[memory.canvas])) else { throw .noMemory }
        }
        request = DecoderRequest(
            number: 0, task: .frames(from: header.position(of: first), count: count), encodedCount: encoded.count,
            resultCount: result.count, budget: limits.budget, timeLimit: limits.timeLimit)
    }

    /// Reads only the header, so the decoder has nothing to decide.
    private init(
        _ data: Data, _ header: PictureHeader, _ task: DecoderTask, _ product: DecoderProduct, estimate: Int,
        _ limits: DecoderLimits
    ) throws(PictureError) {
        let budget = try limits.admit(header, estimate: estimate)
        self.product = product
        patience = limits.patience(for: header.image.size) * header.timeFactor
        encoded = try SharedMemory(data)
        result = try SharedMemory(count: product.count)
        request = DecoderRequest(
            number: 0, task: task, encodedCount: encoded.count, resultCount: result.count, budget: budget,
            timeLimit: limits.timeLimit)
    }

    /// Returns this job with the number that the answer must repeat.
    func numbered(_ number: Int) -> DecoderJob {
        var job = self
        job.request.number = number
        return job
    }
}
