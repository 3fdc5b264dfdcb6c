package import Foundation
package import ImageFormats

/// The limits of an image's optional fields. Fields beyond the limits are left out of images from a server and count as
/// damage in a store.
package enum FeedImageLimits {
    package static let variants = 16
    package static let variantURLBytes = 4_096
    private static let sides = 1...1_000_000
    /// A ThumbHash has at least five bytes and at most 25.
    private static let placeholderBytes = 5...25
    private static let authorBytes = 1...1_000
    private static let commentCounts = 0...1_000_000_000
    /// A server accepts texts of 1,000 characters. Most characters have up to four bytes.
    private static let alternativeBytes = 1...8_000

    package static func size(_ width: Int?, _ height: Int?) -> PixelSize? {
        guard let width, let height, sides.contains(width), sides.contains(height) else { return nil }
        return PixelSize(width: width, height: height)
    }

    package static func allow(placeholder: Data) -> Bool { placeholderBytes.contains(placeholder.count) }
    package static func allow(author: String) -> Bool { authorBytes.contains(author.utf8.count) }
    package static func allow(commentCount: Int) -> Bool { commentCounts.contains(commentCount) }
    package static func allow(alternative: String) -> Bool { alternativeBytes.contains(alternative.utf8.count) }

    package static func variantURL(_ text: String) -> URL? {
        guard text.utf8.count <= variantURLBytes, let url = URL(string: text), FeedImage.isLoadable(url) else {
            return nil
        }
        return url
    }
}
