/// The colours of people's initials, which the style sheet numbers.
struct InitialsColours: Hashable, Sendable {
    private static let count = 8

    private let invited: [String: Int]

    /// Chooses colours, which differ as long as there are enough.
    /// - Parameter names: The names of the invited people in order of invitation.
    init(_ names: [String] = []) {
        var free = Set(0..<Self.count)
        var colours: [String: Int] = [:]
        for name in names {
            let usual = Self.usual(for: name)
            let colour =
                (0..<Self.count).map { (usual + $0) % Self.count }.first { free.contains($0) } ?? usual
            free.remove(colour)
            colours[name] = colour
        }
        invited = colours
    }

    /// The colour of a person with a name, even if they aren't invited.
    subscript(name: String) -> Int { invited[name] ?? Self.usual(for: name) }

    /// Doesn't read all names: the colours are part of a key that each request for a page looks up.
    func hash(into hasher: inout Hasher) { hasher.combine(invited.count) }

    private static func usual(for name: String) -> Int { name.utf8.reduce(0) { $0 + Int($1) } % count }
}
