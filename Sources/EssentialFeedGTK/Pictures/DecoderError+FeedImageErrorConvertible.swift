public import DecoderProcess
public import EssentialFeed

nonisolated extension DecoderError: FeedImageErrorConvertible {
    /// Data that ends a decoder does so again at the next try. One that takes too long may be quicker when less else is done.
    public var feedImageError: FeedImageError {
        switch self {
        case .ended, .lied: .damaged
        case .unavailable: .noDecoder
        case .tookTooLong, .lessConfined, .closed: .other
        }
    }
}
