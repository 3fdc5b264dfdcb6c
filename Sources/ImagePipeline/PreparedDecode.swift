/// A decode whose header has been read.
public struct PreparedDecode<Picture: Sendable>: Sendable {
    /// The peak memory for decoding, in bytes.
    public let estimatedBytes: Int
    /// Returns the picture.
    ///
    /// Called off the main actor, and again if all requests were cancelled and new ones arrived. A cancelled decode may
    /// still finish once it has begun. Throws an error if the bytes can't be decoded, or `CancellationError` if the
    /// task was cancelled before decoding began.
    public let decode: @Sendable () async throws -> Picture

    /// Creates a decode. The default estimate suits decoders whose memory doesn't matter.
    public init(estimatedBytes: Int = 0, decode: @escaping @Sendable () async throws -> Picture) {
        self.estimatedBytes = estimatedBytes
        self.decode = decode
    }
}
