/// The texts of one part of the program, by language and key.
public struct StringTable<Key: Hashable & CaseIterable & Sendable>: Sendable {
    /// The texts by language and key.
    public let texts: [Language: [Key: String]]

    /// Creates a table of texts.
    public init(_ texts: [Language: [Key: String]]) {
        self.texts = texts
    }

    /// Returns the text with each `%@` replaced by the next argument.
    /// - Precondition: the table has the text in the language, or in English for the pseudo-language.
    public func text(_ key: Key, in language: Language, _ arguments: String...) -> String {
        text(key, in: language, arguments)
    }

    /// Returns the text with each `%@` replaced by the next argument.
    public func text(_ key: Key, in language: Language, _ arguments: [String]) -> String {
        let known = language == .pseudo ? texts[.english]?[key]?.inPseudoLanguage : texts[language]?[key]
        guard let text = known else { preconditionFailure("no text \(key) in \(language)") }
        let parts = text.split(separator: "%@", omittingEmptySubsequences: false)
        return parts.dropFirst().enumerated().reduce(String(parts[0])) { result, part in
            result + (part.offset < arguments.count ? arguments[part.offset] : "") + part.element
        }
    }
}
