/// A message from a decoder to its client.
package enum DecoderMessage: Hashable, Sendable {
    /// The decoder is ready for requests, with these sandbox features in force.
    case hello(Confinement)
    /// The decoder has finished a request.
    case answer(DecoderAnswer)

    /// The length of each message, in bytes.
    package static let count = 256
    private static let mark: UInt64 = 0x4546_4441_0000_0001

    /// Reads a message, or returns `nil` if the bytes aren't one.
    init?(_ bytes: [UInt8]) {
        var message = MessageBytes(bytes)
        guard bytes.count == Self.count, message.readNumber() == Self.mark else { return nil }
        switch message.readNumber() {
        case 1: self = .hello(Confinement(rawValue: message.readNumber()))
        case 2:
            guard let answer = DecoderAnswer(&message) else { return nil }
            self = .answer(answer)
        default: return nil
        }
    }

    package var bytes: [UInt8] {
        var message = MessageBytes(count: Self.count)
        message.write(Self.mark)
        switch self {
        case .hello(let confinement):
            message.write(1)
            message.write(confinement.rawValue)
        case .answer(let answer):
            message.write(2)
            answer.write(to: &message)
        }
        return message.bytes
    }
}
