package import ImageFormats

/// The result that a decoder writes to the memory of the request.
package enum DecoderTask: Hashable, Sendable, Codable {
    case picture(filling: PixelSize)
    /// Smaller JPEGs with these longer edges in pixels, and a placeholder, laid out by ``SizesMemory``.
    case sizes(longEdges: [Int])
    /// This number of animation frames, the first at this offset of the data, and the canvas after the last one, laid out
    /// by ``FramesMemory``.
    case frames(from: Int, count: Int)

    package static let maximumFrames = 16
    package static let maximumSizes = 8

    var usesWholeResult: Bool {
        switch self {
        case .picture, .frames: true
        case .sizes: false
        }
    }
}
