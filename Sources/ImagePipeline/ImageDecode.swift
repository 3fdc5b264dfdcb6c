enum ImageDecode: Hashable, Sendable {
    /// The header is being read.
    case estimating
    /// The decode waits for a slot and for memory in the budget.
    case waitingForDecoder(estimatedBytes: Int)
    case decoding(estimatedBytes: Int)
    /// All requests for the size have been cancelled, and the decoder is stopping. It keeps its slot and its memory in
    /// the budget until it has ended. Requests added before it has ended receive the picture, or the image is decoded
    /// again.
    case stopping(estimatedBytes: Int, ImagePriority)

    /// The budget memory in use while the decode runs.
    var runningBytes: Int? {
        switch self {
        case .decoding(let bytes), .stopping(let bytes, _): bytes
        case .estimating, .waitingForDecoder: nil
        }
    }
}
