package import DecoderProcess
package import EssentialFeed

nonisolated extension DecoderError: FeedImageErrorConvertible {
    /// Data that crashes a decoder will do so on every attempt. A timeout may not recur when the system is less busy.
    package var feedImageError: FeedImageError {
        switch self {
        case .ended, .protocolViolation: .damaged
        case .unavailable: .noDecoder
        case .tookTooLong, .lessConfined, .closed: .other
        }
    }
}
