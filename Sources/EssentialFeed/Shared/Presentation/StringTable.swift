/// The texts of one part of the program by key and language (B192).
public struct StringTable<Key: Hashable & CaseIterable & Sendable>: Sendable {
    public let texts: [Language: [Key: String]]

    public init(_ texts: [Language: [Key: String]]) {
        self.texts = texts
    }

    /// The text, its `%@` replaced by the arguments in turn.
    public func text(_ key: Key, in language: Language, _ arguments: String...) -> String {
        text(key, in: language, arguments)
    }

    public func text(_ key: Key, in language: Language, _ arguments: [String]) -> String {
        guard let text = texts[language]?[key] else { preconditionFailure("no text \(key) in \(language)") }
        let parts = text.split(separator: "%@", omittingEmptySubsequences: false)
        return parts.dropFirst().enumerated().reduce(String(parts[0])) { result, part in
            result + (part.offset < arguments.count ? arguments[part.offset] : "") + part.element
        }
    }
}
