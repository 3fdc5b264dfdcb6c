import ImageFormats

enum ServedSize: Hashable, Sendable {
    /// For image grids and small windows.
    case small
    /// The size of the feed's `image`.
    case medium
    /// For full-screen display.
    case large
    /// The full size.
    case original

    /// The maximum width or height in pixels.
    var longEdge: Int {
        switch self {
        case .small: 480
        case .medium: 1080
        case .large: 2048
        case .original: .max
        }
    }

    /// The value of the ``queryName`` parameter in an image URL; `nil` for the default size.
    var queryValue: String? {
        switch self {
        case .small, .large: String(longEdge)
        case .medium: nil
        case .original: "original"
        }
    }

    static let queryName = "size"

    /// Parses an image URL's query. Other parameters are ignored.
    /// - Returns: `nil` if the parameter is repeated or isn't a size.
    init?(query: some StringProtocol) {
        let values = query.split(separator: "&")
            .map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
            .filter { $0[0] == Self.queryName }
        switch values.count {
        case 0: self = .medium
        case 1 where values[0].count == 2:
            let value = values[0][1]
            guard
                let size = [Self.small, .large, .original].first(where: { $0.queryValue.map { $0 == value } == true })
            else { return nil }
            self = size
        default: return nil
        }
    }
}

/// The sizes of one photo. Photos are never enlarged, so a small photo has fewer sizes.
struct PhotoSizes: Hashable, Sendable {
    private let size: PixelSize
    private let animation: PhotoAnimation
    /// The most pixels of a size, so that a decoder has the memory for it.
    private static let maximumPixels = 50_000_000
    private static let maximumEdge = 65_500

    /// - Parameter size: The size of the upright picture.
    init(_ size: PixelSize, _ animation: PhotoAnimation) {
        self.size = size
        self.animation = animation
    }

    /// Returns the size to serve for a request, which is never larger than the photo.
    func served(for requested: ServedSize) -> ServedSize {
        switch requested {
        case .small: longEdge > ServedSize.small.longEdge ? .small : .medium
        case .large: longEdge > ServedSize.medium.longEdge ? .large : .medium
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

    /// The sizes to be made in advance, from small to large.
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

    /// Returns the upright width and height of a size.
    func pixels(_ served: ServedSize) -> PixelSize {
        size.scaled(toLongEdge: longEdge(served))
    }

    /// Returns the long edge of a size, which a small photo doesn't reach.
    func longEdge(_ served: ServedSize) -> Int {
        guard served == .original else { return served.longEdge }
        guard !isAnimation(.original), size.pixelCount > Self.maximumPixels || longEdge > Self.maximumEdge else {
            return longEdge
        }
        let scale = (Double(Self.maximumPixels) / Double(size.pixelCount)).squareRoot()
        return min(Self.maximumEdge, Int(Double(longEdge) * min(1, scale)))
    }

    private var longEdge: Int { max(size.width, size.height) }
}
