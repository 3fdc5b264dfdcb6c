/// Why bytes make no picture.
public nonisolated enum PictureError: Error, Hashable, Sendable {
    /// They do not decode; with what the decoder says.
    case undecodable(String)
    /// They are of no format that is decoded.
    case unsupportedFormat
    /// There is no memory for it now.
    case noMemory
    /// The picture has more pixels than are decoded, or takes more memory than it may (N029).
    case tooLarge(PictureSize)
    /// Decoding was given up: it took more of the processor's time than any usual picture of its size takes.
    case tooSlow

    /// Whether the same bytes may be decoded later.
    public var isTransient: Bool { self == .noMemory }
}
