public import Foundation
public import ImageFormats
import Synchronization

/// Decodes images in separate processes, which are started in advance, limited, and replaced when they fail.
///
/// A decoder that crashes, hangs or sends invalid answers fails one image; another decoder decodes the next image.
public final class DecoderPool: Sendable {
    private let limits: DecoderLimits
    private let thread: DecoderThread
    private let requests = Mutex(0)

    /// Creates a pool without decoders.
    /// - Parameters:
    ///   - program: The program to run.
    ///   - limits: The number of decoders and their limits.
    ///   - report: Receives errors that don't fail an image, on a thread of the pool.
    public init(
        program: DecoderProgram, limits: DecoderLimits = DecoderLimits(),
        report: @escaping @Sendable (any Error) -> Void
    ) {
        self.limits = limits
        thread = DecoderThread(program: program, limits: limits, report: report)
    }

    deinit { thread.give(.close) }

    /// Starts the decoders, so that the first image needn't wait for one. Returns immediately.
    public func prepare() {
        thread.give(.prepare)
    }

    /// Returns the estimated peak memory, in bytes, for decoding data to a picture, based on the header.
    /// - Parameter box: The size in screen pixels.
    /// - Throws: `PictureError` if the header isn't valid or the picture would exceed the limits.
    public func estimatedBytes(of data: Data, filling box: PixelSize) throws(PictureError) -> Int {
        let header = try PictureHeader(of: data)
        let estimate = header.estimatedBytes(filling: box)
        _ = try limits.admit(header, estimate: estimate)
        return estimate
    }

    /// Decodes data to a picture that fills a box.
    /// - Parameter box: The size in screen pixels. A smaller image isn't enlarged.
    /// - Throws: `PictureError` if the data can't be decoded within the limits; ``DecoderError`` if the decoder fails;
    ///   `CancellationError` if the task is cancelled before a decoder has begun.
    @concurrent
    public func picture(of data: Data, filling box: PixelSize) async throws -> DecodedPicture {
        try Task.checkCancellation()
        let job = try DecoderJob(data, filling: box, limits)
        switch try await outcome(of: job) {
        case .picture(let size, let layout):
            return DecodedPicture(try job.result.mapped(), size: size, layout: layout)
        case .failed(let error): throw error
        case .sizes, .frames, .lie: throw DecoderError.lied("it made no picture")
        }
    }

    /// Decodes an image once and creates smaller JPEGs and a placeholder.
    ///
    /// The sizes are `PixelSize.scaled(toLongEdges:)` of the image's upright size. Images aren't enlarged: an edge
    /// longer than the image results in the image's own size. Edges that result in the same size share one JPEG.
    /// - Parameter longEdges: One to eight lengths of the longer edge, in pixels.
    /// - Throws: The same errors as ``picture(of:filling:)``.
    @concurrent
    public func sizes(of data: Data, longEdges: [Int]) async throws -> EncodedSizes {
        precondition((1...DecoderTask.maximumSizes).contains(longEdges.count), "there are one to eight sizes")
        try Task.checkCancellation()
        switch try await outcome(of: DecoderJob(data, longEdges: longEdges, limits)) {
        case .sizes(let sizes): return sizes
        case .failed(let error): throw error
        case .picture, .frames, .lie: throw DecoderError.lied("it made no sizes")
        }
    }

    /// Reads the header of an animation. Its frames are decoded on request.
    /// - Returns: `nil` if the data is a still or isn't an image.
    /// - Throws: `PictureError` if decoding the frames would exceed the memory limits, or if the system has no memory
    ///   for the encoded data.
    @concurrent
    public func animation(of data: Data) async throws -> DecoderAnimation? {
        guard let header = AnimationHeader(of: data) else { return nil }
        return try DecoderAnimation(header, of: data, self, limits)
    }

    @concurrent
    func frames(_ job: DecoderJob) async throws -> (MappedMemory, FramesMemory) {
        try Task.checkCancellation()
        switch try await outcome(of: job) {
        case .frames(let places): return (try job.result.mapped(), places)
        case .failed(let error): throw error
        case .picture, .sizes, .lie: throw DecoderError.lied("it made no frames")
        }
    }

    private func outcome(of job: DecoderJob) async throws -> DecoderJob.Outcome {
        let number = requests.withLock { number in
            number += 1
            return number
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                if !thread.give(.decode(job.numbered(number), waiter)) {
                    return waiter.resume(throwing: DecoderError.closed)
                }
                // An earlier cancellation didn't find the request.
                if Task.isCancelled { thread.give(.cancel(number: number)) }
            }
        } onCancel: {
            thread.give(.cancel(number: number))
        }
    }

    /// Ends all decoders. Images that are being decoded fail with ``DecoderError/closed``.
    public func close() async {
        await thread.close()
    }
}
