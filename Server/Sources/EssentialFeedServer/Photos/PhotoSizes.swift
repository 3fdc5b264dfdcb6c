import DecoderProcess
import ImageFormats

/// The sizes of one photo. Photos are never enlarged, so a small photo has fewer sizes.
struct PhotoSizes: Hashable, Sendable {
    private let size: PixelSize
    private let animation: PhotoAnimation
    /// The most pixels of a size: a decoder needs memory for them.
    private static let maximumPixels = 50_000_000

    init(_ size: PixelSize, _ animation: PhotoAnimation) {
        self.size = size
        self.animation = animation
    }

    /// Returns the size to serve for a request, which is never larger than the photo.
    func served(for requested: ServedSize) -> ServedSize {
        switch requested {
        case .small: longEdge > self.longEdge(.small) ? .small : .medium
        case .large: longEdge > self.longEdge(.medium) ? .large : .medium
        case .medium, .original: requested
        }
    }

    /// Returns whether a size is the animation in the photo's file.
    func isAnimation(_ served: ServedSize) -> Bool {
        switch served {
        case .small, .large: false
        case .medium: animation == .medium
        case .original: animation != .none
        }
    }

    var made: [ServedSize] {
        listed(withOriginal: false).filter { !isAnimation($0) }
    }

    /// The distinct sizes, from small to large.
    /// - Parameter withOriginal: Whether the reader may have the original.
    func listed(withOriginal: Bool) -> [ServedSize] {
        let sizes = [ServedSize.small, .medium, .large].filter { served(for: $0) == $0 }
        let isOriginalLarger = pixels(.original) != sizes.last.map(pixels)
        return sizes + (withOriginal && isOriginalLarger ? [.original] : [])
    }

    func largest(withOriginal: Bool) -> ServedSize { listed(withOriginal: withOriginal).last ?? .medium }

    func pixels(_ served: ServedSize) -> PixelSize {
        size.scaled(toLongEdge: longEdge(served))
    }

    /// Returns the long edge of a size, which a small photo doesn't reach.
    func longEdge(_ served: ServedSize) -> Int {
        guard served == .original else { return served.longEdge(for: size) }
        guard !isAnimation(.original), size.pixelCount > Self.maximumPixels || longEdge > SizesMemory.maximumEdge else {
            return longEdge
        }
        let scale = (Double(Self.maximumPixels) / Double(size.pixelCount)).squareRoot()
        return min(SizesMemory.maximumEdge, Int(Double(longEdge) * min(1, scale)))
    }

    private var longEdge: Int { max(size.width, size.height) }
}
