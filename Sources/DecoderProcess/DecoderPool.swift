package import Foundation
package import ImageFormats
import Synchronization

/// Decodes images in separate processes, which are started in advance, limited, and replaced when they fail.
///
/// A decoder that crashes, hangs or sends invalid answers fails one image; another decoder decodes the next image.
package final class DecoderPool: Sendable {
    private let limits: DecoderLimits
    private let thread: DecoderThread
    private let requests = Mutex(0)

    /// `report` receives errors that don't fail an image, on a thread of the pool.
    package init(
        program: DecoderProgram, limits: DecoderLimits = DecoderLimits(),
        report: @escaping @Sendable (any Error) -> Void
    ) {
        self.limits = limits
        thread = DecoderThread(program: program, limits: limits, report: report)
    }

    deinit { thread.enqueue(.close) }

    /// Starts the decoders in advance of the first image. Returns immediately.
    package func prepare() { thread.enqueue(.prepare) }

    /// Returns the peak memory for decoding, in bytes. Throws if the picture would exceed the limits.
    package func estimatedBytes(_ plan: DecodePlan, filling box: PixelSize) throws(PictureError) -> Int {
        let estimate = plan.estimatedBytes(filling: box)
        _ = try limits.admitting(plan, estimate: estimate)
        return estimate
    }

    /// Decodes data to a picture that fills a box.
    /// - Parameters:
    ///   - plan: The plan of the data; `nil` to read the header.
    ///   - box: The size in screen pixels. A smaller image isn't enlarged.
    /// - Throws: `PictureError` if the data can't be decoded within the limits; ``DecoderError`` if the decoder fails;
    ///   `CancellationError` if the task is cancelled before a decoder has begun.
    @concurrent
    package func picture(
        of data: Data, _ plan: DecodePlan? = nil, filling box: PixelSize
    ) async throws -> DecodedPicture {
        try Task.checkCancellation()
        let plan = try plan ?? DecodePlan(of: data)
        let job = try DecoderJob(data, plan, filling: box, limits)
        _ = try await perform(job)
        return DecodedPicture(
            try job.result.mapped(), size: plan.pictureSize(filling: box), layout: plan.pictureLayout)
    }

    /// Decodes an image once and creates smaller JPEGs and a placeholder.
    ///
    /// The sizes are `PixelSize.scaled(toLongEdges:)` of the image's upright size. Images aren't enlarged: an edge
    /// longer than the image results in the image's own size. Edges that result in the same size share one JPEG.
    /// - Parameter longEdges: One to eight lengths of the longer edge, in pixels.
    /// - Throws: The same errors as ``picture(of:_:filling:)``.
    @concurrent
    package func sizes(of data: Data, longEdges: [Int]) async throws -> EncodedSizes {
        precondition((1...DecoderTask.maximumSizes).contains(longEdges.count), "there are one to eight sizes")
        try Task.checkCancellation()
        guard let sizes = try await perform(DecoderJob(data, longEdges: longEdges, limits)) else {
            throw DecoderError.protocolViolation("it made no sizes")
        }
        return sizes
    }

    /// Reads the header of an animation. Its frames are decoded on request.
    /// - Returns: `nil` if the data is a still or isn't an image.
    /// - Throws: `PictureError` if decoding the frames would exceed the memory limits, or if the system has no memory
    ///   for the encoded data.
    @concurrent
    package func animation(of data: Data) async throws -> DecoderAnimation? {
        guard let header = AnimationInfo(of: data) else { return nil }
        return try DecoderAnimation(header, of: data, self, limits)
    }

    @concurrent
    func frames(_ job: DecoderJob) async throws -> MappedMemory {
        try Task.checkCancellation()
        _ = try await perform(job)
        return try job.result.mapped()
    }

    private func perform(_ job: DecoderJob) async throws -> EncodedSizes? {
        let number = requests.withLock { number in
            number += 1
            return number
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                if !thread.enqueue(.decode(number: number, job, waiter)) {
                    return waiter.resume(throwing: DecoderError.closed)
                }
                // An earlier cancellation didn't find the request.
                if Task.isCancelled { thread.enqueue(.cancel(number: number)) }
            }
        } onCancel: {
            thread.enqueue(.cancel(number: number))
        }
    }

    /// Ends all decoders. Images being decoded fail with ``DecoderError/closed``.
    package func close() async { await thread.close() }
}

/// The frames of an animation, decoded by a pool a few at a time.
///
/// An animation holds the encoded data and one canvas, no matter how many frames it has.
package actor DecoderAnimation {
    /// The maximum number of bytes in frames decoded together.
    private static let framesBytes = 16 << 20
    /// The maximum number of canvas pixels drawn together; a low number lets the first frames arrive early.
    private static let drawnPixels = 16_000_000

    package nonisolated let header: AnimationInfo
    private let pool: DecoderPool
    private let encoded: SharedMemory
    private let limits: DecoderLimits
    private let count: Int
    /// The next frame, and the canvas after the previous one.
    private var position = 0
    private var canvas: MappedMemory?

    init(_ header: AnimationInfo, of data: Data, _ pool: DecoderPool, _ limits: DecoderLimits) throws(PictureError) {
        let drawn = header.cost.drawnPixels(1)
        let most = min(Self.framesBytes / header.frameBytes, Self.drawnPixels / max(1, drawn))
        count = max(1, min(DecoderTask.maximumFrames, most))
        guard header.cost.estimatedBytes(count) <= limits.budget else { throw .tooLarge(header.image.size) }
        encoded = try SharedMemory(data)
        self.header = header
        self.pool = pool
        self.limits = limits
    }

    /// Decodes the next frames, starting over after the last one.
    ///
    /// If this throws, the next call tries the same frames again.
    /// - Returns: At least one frame. The frames never continue past the end of the animation.
    /// - Throws: The same as ``DecoderPool/picture(of:_:filling:)``.
    package func next() async throws -> [DecodedPicture] {
        let first = position
        let count = min(count, header.delays.count - first)
        let memory = try await pool.frames(DecoderJob(encoded, header, first..<first + count, after: canvas, limits))
        position = (first + count) % header.delays.count
        canvas = position == 0 ? nil : memory
        return FramesMemory(header.cost, count: count).frames.map {
            DecodedPicture(memory, in: $0, size: header.frameSize, layout: .premultipliedBGRA)
        }
    }
}
