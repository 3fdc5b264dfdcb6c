/// The texts of one part of the program, by language and key.
///
/// A text with a number has singular and plural forms in braces: `{%@ photo|%@ photos}`. The next argument selects the
/// form.
package struct StringTable<Key: Hashable & CaseIterable & Sendable>: Sendable {
    /// The texts by language and key.
    package let texts: [Language: [Key: String]]

    /// Creates a table of texts.
    package init(_ texts: [Language: [Key: String]]) {
        self.texts = texts
    }

    /// Returns the text with each `%@` replaced by the next argument, in that argument's singular or plural form.
    /// - Precondition: The table has the text in the language, or in English for the pseudo-language.
    package func text(_ key: Key, in language: Language, _ arguments: String...) -> String {
        text(key, in: language, arguments)
    }

    /// Returns the text with each `%@` replaced by the next argument, in that argument's singular or plural form.
    package func text(_ key: Key, in language: Language, _ arguments: [String]) -> String {
        let known = language == .pseudo ? texts[.english]?[key]?.inPseudoLanguage : texts[language]?[key]
        guard let text = known else { preconditionFailure("no text \(key) in \(language)") }
        var arguments = arguments[...]
        // Every second part was in braces.
        return text.split(omittingEmptySubsequences: false) { "{}".contains($0) }.enumerated().map { index, part in
            let forms = part.split(separator: "|", omittingEmptySubsequences: false)
            guard !index.isMultiple(of: 2), let plural = forms.last else { return Self.filled(part, from: &arguments) }
            let isSingular = arguments.first.flatMap { Int($0) }.map(language.isSingular) ?? false
            return Self.filled(isSingular ? forms[0] : plural, from: &arguments)
        }.joined()
    }

    private static func filled(_ text: Substring, from arguments: inout ArraySlice<String>) -> String {
        let parts = text.split(separator: "%@", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { $0 + (arguments.popFirst() ?? "") + $1 }
    }
}
