/// What keeps a decoder from doing anything but decoding. A kernel may lack some of it.
public struct Confinement: OptionSet, Hashable, Sendable {
    /// The bits, as a decoder sends them.
    public let rawValue: UInt64

    /// Creates a set from the bits that a decoder has sent.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// It gains no privileges by starting programs (`no_new_privs`).
    public static let noNewPrivileges = Confinement(rawValue: 1)
    /// It can make only the system calls that decoding needs (seccomp).
    public static let systemCalls = Confinement(rawValue: 2)
    /// It opens no files (Landlock).
    public static let files = Confinement(rawValue: 4)
    /// It ends with the process that started it.
    public static let endsWithParent = Confinement(rawValue: 8)
    /// Its memory is limited.
    public static let memory = Confinement(rawValue: 16)

    /// Everything that a current kernel offers.
    public static let all: Confinement = [.noNewPrivileges, .systemCalls, .files, .endsWithParent, .memory]
}

extension Confinement: CustomStringConvertible {
    /// The names of what is in force.
    public var description: String {
        let names: [(Confinement, String)] = [
            (.noNewPrivileges, "no_new_privs"), (.systemCalls, "seccomp"), (.files, "Landlock"),
            (.endsWithParent, "an end with its parent"), (.memory, "a limit of memory"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}
