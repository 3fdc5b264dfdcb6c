/// The reason why a decoder failed, although the image may be valid.
public enum DecoderError: Error, Hashable, Sendable {
    /// No decoder can be started, with the reason.
    case unavailable(String)
    /// The decoder ended while it decoded the image.
    case ended
    /// The decoder didn't answer in time and was ended.
    case tookTooLong
    /// The decoder sent an invalid message, described by the text, and was ended.
    case lied(String)
    /// The kernel lacks some of the sandbox features. Decoders still run.
    case lessConfined(Confinement)
    /// The pool of decoders is closed.
    case closed

    /// Whether decoding the same data may succeed later.
    public var isTransient: Bool {
        switch self {
        case .unavailable, .closed, .lessConfined: true
        case .ended, .tookTooLong, .lied: false
        }
    }
}

extension DecoderError: CustomStringConvertible {
    /// What happened, and what to do about it.
    public var description: String {
        switch self {
        case .unavailable(let reason):
            "images can't be decoded, because \(reason): install Essential Feed again, with its decoder"
        case .ended: "the decoder ended while it decoded an image"
        case .tookTooLong: "the decoder took too long over an image, and was ended"
        case .lied(let reason): "the decoder was ended, because \(reason)"
        case .lessConfined(let confinement):
            "this kernel doesn't confine decoders fully, only by: \(confinement); use a newer one"
        case .closed: "the decoders have been ended"
        }
    }
}
