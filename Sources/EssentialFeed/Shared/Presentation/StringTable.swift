/// The texts of one part of the program, by language and key.
public struct StringTable<Key: Hashable & CaseIterable & Sendable>: Sendable {
    /// The texts by language and key.
    public let texts: [Language: [Key: String]]

    /// Creates a table of texts.
    public init(_ texts: [Language: [Key: String]]) {
        self.texts = texts
    }

    /// Returns the text with each `%@` replaced by the next argument.
    /// - Precondition: the table has the text in the language.
    public func text(_ key: Key, in language: Language, _ arguments: String...) -> String {
        text(key, in: language, arguments)
    }

    /// Returns the text with each `%@` replaced by the next argument.
    public func text(_ key: Key, in language: Language, _ arguments: [String]) -> String {
        guard let text = texts[language]?[key] else { preconditionFailure("no text \(key) in \(language)") }
        let parts = text.split(separator: "%@", omittingEmptySubsequences: false)
        return parts.dropFirst().enumerated().reduce(String(parts[0])) { result, part in
            result + (part.offset < arguments.count ? arguments[part.offset] : "") + part.element
        }
    }
}
