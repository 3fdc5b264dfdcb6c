public import EssentialFeed
public import GtkKit

nonisolated extension PictureError: FeedImageErrorConvertible {
    /// Bytes that do not decode are damaged, unless the decoder says otherwise.
    public var feedImageError: FeedImageError {
        switch self {
        case .undecodable: .damaged
        case .unsupportedFormat: .unsupportedFormat
        case .noMemory: .other
        // What is given up because it takes too much is not shown at the next try either.
        default: .tooLarge
        }
    }
}
