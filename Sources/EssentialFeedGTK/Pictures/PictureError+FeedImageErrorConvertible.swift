package import EssentialFeed
package import ImageFormats

nonisolated extension PictureError: FeedImageErrorConvertible {
    /// Undecodable data counts as damaged, unless the decoder reports another reason.
    package var feedImageError: FeedImageError {
        switch self {
        case .undecodable: .damaged
        case .unsupportedFormat: .unsupportedFormat
        case .noMemory: .other
        // An image that needs too much will fail on the next attempt, too.
        default: .tooLarge
        }
    }
}
