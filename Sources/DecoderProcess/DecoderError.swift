/// The reason why a decoder failed, although the image may be valid.
package enum DecoderError: Error, Hashable, Sendable {
    /// No decoder can be started, with the reason.
    case unavailable(String)
    case ended
    case tookTooLong
    /// The decoder sent an invalid message, described by the text, and was ended.
    case protocolViolation(String)
    /// The kernel lacks some of the sandbox features. Decoders still run.
    case lessConfined(Confinement)
    case closed

    /// Whether decoding the same data may succeed later.
    package var isTransient: Bool {
        switch self {
        case .unavailable, .closed, .lessConfined: true
        case .ended, .tookTooLong, .protocolViolation: false
        }
    }
}

extension DecoderError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unavailable(let reason):
            "images can't be decoded, because \(reason): install Essential Feed again, with its decoder"
        case .ended: "the decoder ended while it decoded an image"
        case .tookTooLong: "the decoder took too long over an image, and was ended"
        case .protocolViolation(let reason): "the decoder was ended, because \(reason)"
        case .lessConfined(let confinement):
            "this kernel doesn't confine decoders fully, only by: \(confinement); use a newer one"
        case .closed: "the decoders have been ended"
        }
    }
}

/// The sandbox features in force for a decoder. A kernel may lack some of them.
package struct Confinement: OptionSet, Hashable, Sendable, Codable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The decoder can't gain privileges by starting programs (`no_new_privs`).
    package static let noNewPrivileges = Confinement(rawValue: 1)
    /// The decoder can make only the system calls that decoding needs (seccomp).
    package static let systemCalls = Confinement(rawValue: 2)
    /// The decoder can't open files (Landlock).
    package static let files = Confinement(rawValue: 4)
    /// The decoder ends with the process that started it.
    package static let endsWithParent = Confinement(rawValue: 8)
    package static let memory = Confinement(rawValue: 16)

    package static let all: Confinement = [.noNewPrivileges, .systemCalls, .files, .endsWithParent, .memory]
}

extension Confinement: CustomStringConvertible {
    package var description: String {
        let names: [(Confinement, String)] = [
            (.noNewPrivileges, "no_new_privs"), (.systemCalls, "seccomp"), (.files, "Landlock"),
            (.endsWithParent, "an end with its parent"), (.memory, "a limit of memory"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}
