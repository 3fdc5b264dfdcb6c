enum Caption {
    private static let maximumLength = 2_000
    /// The maximum number of Unicode scalars in a caption. A character can have any number of scalars.
    private static let maximumScalars = 8_000

    /// Returns a text written by a person, without control characters and surrounding white space. Returns `nil` for
    /// any other text, and for a damaged one.
    static func written(_ text: String?) -> String? {
        cleaned(text).flatMap { MachineText.matches($0) || MetadataText.isDamaged($0) ? nil : $0 }
    }

    /// Removes control characters and surrounding white space. Returns `nil` if the text is empty.
    static func cleaned(_ text: String?) -> String? {
        guard let text else { return nil }
        var scalars = text.unicodeScalars.filter { !$0.isNoise }[...]
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        let cut = String(String.UnicodeScalarView(scalars.prefix(maximumScalars)))
        let trimmed = String(cut.prefix(maximumLength))
        return trimmed.isEmpty ? nil : trimmed
    }
}
