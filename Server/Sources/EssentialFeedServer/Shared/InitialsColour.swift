/// The colours of people's initials, which the style sheet numbers.
enum InitialsColour {
    private static let count = 8

    /// Returns the colours of people by name, which differ as long as there are enough.
    /// - Parameter names: The names in order of invitation.
    static func colours(of names: [String]) -> [String: Int] {
        var free = Set(0..<count)
        var colours: [String: Int] = [:]
        for name in names {
            let usual = usual(for: name)
            let colour = (0..<count).map { (usual + $0) % count }.first { free.contains($0) } ?? usual
            free.remove(colour)
            colours[name] = colour
        }
        return colours
    }

    /// Returns the colour of a name that is the only one.
    static func usual(for name: String) -> Int { name.utf8.reduce(0) { $0 + Int($1) } % count }
}
