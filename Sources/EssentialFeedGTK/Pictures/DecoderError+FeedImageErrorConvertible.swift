public import DecoderProcess
public import EssentialFeed

nonisolated extension DecoderError: FeedImageErrorConvertible {
    /// Data that ends a decoder, or keeps it too long, does so again at the next try; a missing decoder isn't the data's.
    public var feedImageError: FeedImageError {
        switch self {
        case .ended, .lied: .damaged
        case .tookTooLong: .tooLarge
        case .unavailable: .noDecoder
        case .lessConfined, .closed: .other
        }
    }
}
