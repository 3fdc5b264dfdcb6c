/// Makes a server's text fit for a label, by removing characters that hide or reorder others.
public nonisolated enum PlainText {
    /// Removes control characters other than line ends and tabs, and bidirectional overrides, embeddings and isolates.
    public static func clean(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isDropped) else { return text }
        var clean = String.UnicodeScalarView()
        clean.append(contentsOf: text.unicodeScalars.lazy.filter { !isDropped($0) })
        return String(clean)
    }

    private static func isDropped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
