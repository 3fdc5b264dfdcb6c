public import Foundation
public import ImageFormats

/// The frames of an animation, which a pool decodes a few at a time.
///
/// An animation holds the encoded data and one canvas, no matter how many frames it has.
public actor DecoderAnimation {
    /// The maximum number of bytes in frames that are decoded together.
    private static let framesBytes = 16 << 20
    /// The maximum number of canvas pixels that are drawn together, so that the first frames arrive early.
    private static let drawnPixels = 16_000_000

    /// How the animation is played.
    public nonisolated let header: AnimationHeader
    private let pool: DecoderPool
    private let encoded: SharedMemory
    private let limits: DecoderLimits
    /// The number of frames that are decoded together.
    private let count: Int
    /// The next frame, and the canvas after the previous one.
    private var position = 0
    private var canvas: MappedMemory?

    /// - Throws: ``PictureError/tooLarge(_:)``, or ``PictureError/noMemory``.
    init(_ header: AnimationHeader, of data: Data, _ pool: DecoderPool, _ limits: DecoderLimits) throws(PictureError) {
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
    /// - Throws: The same as ``DecoderPool/picture(of:filling:)``.
    public func next() async throws -> [DecodedPicture] {
        let first = position
        let count = min(count, header.delays.count - first)
        let (memory, places) = try await pool.frames(
            DecoderJob(encoded, header, first: first, count: count, after: canvas, limits))
        position = (first + count) % header.delays.count
        canvas = position == 0 ? nil : memory
        return places.frames.map {
            DecodedPicture(memory, at: $0, size: header.frameSize, layout: .premultipliedBGRA)
        }
    }
}
