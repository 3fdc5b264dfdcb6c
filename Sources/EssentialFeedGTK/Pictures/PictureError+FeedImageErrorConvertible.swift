public import EssentialFeed
public import ImageFormats

nonisolated extension PictureError: FeedImageErrorConvertible {
    /// Data that doesn't decode is damaged, unless the decoder says otherwise.
    public var feedImageError: FeedImageError {
        switch self {
        case .undecodable: .damaged
        case .unsupportedFormat: .unsupportedFormat
        case .noMemory: .other
        // An image that takes too much won't be shown at the next try either.
        default: .tooLarge
        }
    }
}
