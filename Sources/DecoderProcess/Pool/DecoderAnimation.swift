public import Foundation
public import ImageFormats

/// The frames of an animation, which a pool decodes a few at a time.
///
/// It holds the encoded data and one canvas, whatever the number of frames.
public actor DecoderAnimation {
    /// The most bytes of the frames that are decoded together.
    private static let framesBytes = 16 << 20
    /// The most pixels of the canvas that are drawn together, so that the first frames come soon.
    private static let drawnPixels = 16_000_000

    /// How the animation is played.
    public nonisolated let header: AnimationHeader
    private let pool: DecoderPool
    private let encoded: SharedMemory
    private let limits: DecoderLimits
    /// How many frames are decoded together.
    private let count: Int
    /// The next frame, and the canvas that those before it have left.
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

    /// Decodes the next frames. After the last one comes the first one again.
    ///
    /// If it throws, the next call tries the same frames again.
    /// - Returns: At least one frame, and at most the rest of the animation.
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
