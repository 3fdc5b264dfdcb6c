import DecoderProcess
import ImageFormats

enum SizeEncoderError: Error, CustomStringConvertible {
    /// The photo can't be decoded, now or later.
    case undecodable(any Error)
    /// The attempt took too much time or memory, because of the photo or because the machine is busy.
    case gaveUp(any Error)
    case unavailable(any Error)

    /// Whether the reason may be the machine, which is too busy or has no memory, and not the photo.
    var mayBeTheMachine: Bool {
        switch self {
        case .undecodable: false
        case .gaveUp(let error): error as? DecoderError == .tookTooLong || error as? PictureError == .noMemory
        case .unavailable: true
        }
    }

    /// Whether the decoder ended, because of the photo or because the system needed the memory.
    var isEnd: Bool {
        if case .gaveUp(let error) = self { error as? DecoderError == .ended } else { false }
    }

    var description: String {
        switch self {
        case .undecodable(let error), .gaveUp(let error), .unavailable(let error): "\(error)"
        }
    }
}
