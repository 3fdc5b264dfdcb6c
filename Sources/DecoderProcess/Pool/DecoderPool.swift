public import Foundation
public import ImageFormats
import Synchronization

/// Decodes images in processes of their own, which are started ahead of need, limited, and replaced when they fail.
///
/// A decoder that dies, hangs or lies fails one image; the next image gets another decoder.
public final class DecoderPool: Sendable {
    private let limits: DecoderLimits
    private let thread: DecoderThread
    private let requests = Mutex(0)

    /// Creates a pool without decoders.
    /// - Parameters:
    ///   - program: The program to run.
    ///   - limits: How many decoders run, and what they may take.
    ///   - report: Receives each error that fails no image, on a thread of the pool's own.
    public init(
        program: DecoderProgram, limits: DecoderLimits = DecoderLimits(),
        report: @escaping @Sendable (any Error) -> Void
    ) {
        self.limits = limits
        thread = DecoderThread(program: program, limits: limits, report: report)
    }

    deinit { thread.give(.close) }

    /// Starts the decoders, so that the first image needn't wait for one. Returns at once.
    public func prepare() {
        thread.give(.prepare)
    }

    /// Returns the memory, in bytes, that decoding data to a picture takes at its peak, as estimated from the header.
    /// - Parameter box: The size in pixels of the screen.
    /// - Throws: `PictureError` if the header isn't that of a picture, or the picture takes more than the limits allow.
    public func estimatedBytes(of data: Data, filling box: PixelSize) throws(PictureError) -> Int {
        let header = try PictureHeader(of: data)
        let estimate = header.estimatedBytes(filling: box)
        _ = try limits.admit(header, estimate: estimate)
        return estimate
    }

    /// Decodes data to a picture that fills a box.
    /// - Parameter box: The size in pixels of the screen. A smaller image isn't enlarged.
    /// - Throws: `PictureError` if the data makes no picture within the limits; ``DecoderError`` if the decoder fails;
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

    /// Makes smaller JPEGs of an image, and a placeholder, out of one decoding.
    ///
    /// Their sizes are `PixelSize.scaled(toLongEdges:)` of the image's upright size: nothing is enlarged, so that an edge
    /// that is longer than the image gives the image's own size, and edges that give the same size have one JPEG.
    /// - Parameter longEdges: One to eight lengths of the longer edge, in pixels.
    /// - Throws: The same as ``picture(of:filling:)``.
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

    /// Reads the header of an animation, whose frames are decoded as they are asked for.
    /// - Returns: `nil` if the data is a still, or isn't an image.
    /// - Throws: `PictureError` if decoding the frames would take more memory than the limits allow, or if there is none for
    ///   the encoded data.
    @concurrent
    public func animation(of data: Data) async throws -> DecoderAnimation? {
        guard let header = AnimationHeader(of: data) else { return nil }
        return try DecoderAnimation(header, of: data, self, limits)
    }

    /// Decodes frames of an animation.
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
                // A cancellation that came before the request found nothing to cancel.
                if Task.isCancelled { thread.give(.cancel(number: number)) }
            }
        } onCancel: {
            thread.give(.cancel(number: number))
        }
    }

    /// Ends the decoders. Images that are being decoded fail with ``DecoderError/closed``.
    public func close() async {
        await thread.close()
    }
}
