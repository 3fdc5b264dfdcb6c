/// Why bytes make no picture.
public nonisolated enum PictureError: Error, Hashable, Sendable {
    /// They do not decode; with what the decoder says.
    case undecodable(String)
    /// The picture has more pixels than are decoded (N029).
    case tooLarge(PictureSize)

    /// The same bytes will not decode later either.
    public var isTransient: Bool { false }
}
