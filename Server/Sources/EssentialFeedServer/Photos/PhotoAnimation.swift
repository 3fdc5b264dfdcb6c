import ImageFormats

/// Who gets the animation itself (without metadata) rather than a re-encoded still.
enum PhotoAnimation: Int, Sendable {
    /// Never: the photo is a still, or the frames would look different without their metadata.
    case none = 0
    /// To readers who may have originals.
    case original = 1
    /// To everyone: the animation fits into the medium size.
    case medium = 2

    init(_ header: ImageHeader, _ source: some ByteSource) throws {
        do {
            _ = try CleanedAnimation(of: source)
            let longEdge = max(header.size.width, header.size.height)
            let isSmall = longEdge <= ServedSize.medium.longEdge(for: header.size)
            self = isSmall ? .medium : .original
        } catch is ImageFormatError {
            self = .none
        }
    }
}
