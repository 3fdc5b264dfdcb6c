import DecoderProcess
import Foundation
import ImageFormats
import NIOCore

enum ServedSize: Hashable, Sendable {
    /// For image grids and small windows.
    case small
    /// The size of the feed's `image`.
    case medium
    /// For full-screen display.
    case large
    case original

    /// The maximum width or height of a photo of usual proportions, in pixels.
    var longEdge: Int {
        switch self {
        case .small: 480
        case .medium: 1080
        case .large: 2048
        case .original: .max
        }
    }

    /// The proportions up to which the long edge limits a photo. Longer photos, such as panoramas and screenshots of
    /// whole pages, are limited to the same number of pixels, which makes them equally sharp.
    private static let longestUsual = 16.0 / 9

    func longEdge(for picture: PixelSize) -> Int {
        let (short, long) = (min(picture.width, picture.height), max(picture.width, picture.height))
        let excess = Double(long) / Double(max(1, short)) / Self.longestUsual
        guard self != .original, excess > 1 else { return longEdge }
        return min(SizesMemory.maximumEdge, Int(Double(longEdge) * excess.squareRoot()))
    }

    /// The value of the ``queryName`` parameter in an image URL; `nil` for the default size.
    var queryValue: String? {
        switch self {
        case .small, .large: String(longEdge)
        case .medium: nil
        case .original: "original"
        }
    }

    static let all = [ServedSize.small, .medium, .large, .original]

    static let queryName = "size"

    /// Parses an image URL's query. Other parameters are ignored.
    /// - Returns: `nil` if the parameter is repeated or isn't a size.
    init?(query: some StringProtocol) {
        let values = FormFields(query).texts(Self.queryName)
        guard let value = values.first else {
            self = .medium
            return
        }
        guard values.count == 1, let size = Self.all.first(where: { $0.queryValue == value }) else { return nil }
        self = size
    }
}

/// A smaller image of a photo, as a JPEG.
struct SizedImage: Sendable {
    static let mediaType = "image/jpeg"

    let bytes: ByteBuffer
    let entityTag: String

    init(_ data: Data) {
        self.init(ByteBuffer(bytes: data), ContentDigest(of: data))
    }

    init(_ bytes: ByteBuffer, _ digest: ContentDigest) {
        self.bytes = bytes
        entityTag = digest.entityTag
    }
}
