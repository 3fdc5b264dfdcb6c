package import Foundation

/// A text that people read, written in English where it is used: `Message("port \(port) is already taken")`.
/// `Scripts/texts.py` collects all of them, and a text is translated in `po/`.
package struct Message: ExpressibleByStringInterpolation, Hashable, Sendable {
    fileprivate let english: String
    fileprivate let values: [Value]

    package init(stringLiteral english: String) {
        self.english = english
        values = []
    }

    /// Creates a message that is the same in each language.
    package init(verbatim text: String) {
        english = "%@"
        values = [.text(text)]
    }

    package init(stringInterpolation interpolation: StringInterpolation) {
        english = interpolation.english
        values = interpolation.values
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var english = ""
        fileprivate var values = [Value]()

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ literal: String) { english += literal }

        /// Adds a value in one safe line, which is the same in each language unless it is a ``TranslatedError``.
        package mutating func appendInterpolation(_ value: some Any) {
            append((value as? any TranslatedError).map { .message($0.message) } ?? .text(PlainText.line("\(value)")))
        }

        /// Adds a message, translated like the containing one.
        package mutating func appendInterpolation(_ message: Message) { append(.message(message)) }

        private mutating func append(_ value: Value) {
            english += "%@"
            values.append(value)
        }
    }

    fileprivate indirect enum Value: Hashable, Sendable {
        case text(String)
        case message(Message)
    }
}

extension Language {
    package func text(_ key: some TextKey, _ values: String...) -> String { text(key.rawValue, values) }

    package func text(_ message: Message) -> String {
        text(
            message.english,
            message.values.map { value in
                switch value {
                case .text(let text): text
                case .message(let message): text(message)
                }
            })
    }

    /// Returns the error's message in this language, or its description if it isn't a ``TranslatedError``.
    package func text(_ error: any Error) -> String {
        (error as? any TranslatedError).map { text($0.message) } ?? "\(error)"
    }

    /// Returns the English text in this language, with the values in the places of its placeholders.
    package func text(_ english: String, _ values: [String]) -> String {
        let forms = translation(of: english).split(separator: "|", omittingEmptySubsequences: false)
        let isSingular = forms.count == 1 || values.first.flatMap { Int($0) }.map(isSingular) ?? false
        let form = isSingular ? forms[0] : forms[1]
        let parts = (self == .pseudo ? String(form).inPseudoLanguage[...] : form).split(
            separator: "%", omittingEmptySubsequences: false)
        var text = String(parts[0])
        var next = 0
        for part in parts.dropFirst() {
            if part.hasPrefix("@") {
                text += (next < values.count ? values[next] : "") + part.dropFirst()
                next += 1
            } else if part.dropFirst().hasPrefix("$@"), let place = part.first?.wholeNumberValue {
                text += (values.indices.contains(place - 1) ? values[place - 1] : "") + part.dropFirst(3)
            } else {
                text += "%" + part
            }
        }
        return text
    }

    private func translation(of english: String) -> Substring {
        let translation: String? =
            switch self {
            case _ where english == "%@", .english, .pseudo: nil
            case .greek: Self.translations[english]?.greek ?? ""
            case .brazilianPortuguese: Self.translations[english]?.brazilianPortuguese ?? ""
            }
        assert(translation != "", "not in po/: \(english)")
        if let translation, !translation.isEmpty { return translation[...] }
        guard let context = english.firstIndex(of: "\u{4}") else { return english[...] }
        return english[english.index(after: context)...]
    }
}

/// An error with a message about what happened and what to do. Its description is the message in English, for logs.
package protocol PresentableError: LocalizedError, CustomStringConvertible {
    /// Returns the message in one line. The message contains no paths, no text from a server and no address except the
    /// server's, without user info.
    func message(in language: Language) -> String
}

/// The witnesses are as public as the requirements that they meet.
extension PresentableError {
    public var description: String { message(in: .english) }

    public var errorDescription: String? { description }
}

/// The key of a text that people read. Its raw value is the English text, with a `%@` for each value, or `%2$@` for the
/// second value.
///
/// A text with a number has its singular and plural, separated by `|`; the first value selects the form. A text that
/// has different translations in different places starts with a context and `\u{4}`. `Scripts/texts.py` collects all
/// keys, and a text is translated in `po/`.
package protocol TextKey: RawRepresentable, Sendable where RawValue == String {}

/// Creates the message for a failed load: what happened and what to do.
package enum ErrorMessage {
    /// Returns the error's message in one line; a general message if the error isn't a ``PresentableError``.
    package static func text(for error: any Error, in language: Language) -> String {
        (error as? any PresentableError)?.message(in: language)
            ?? language.text(Message("Something went wrong. Try again."))
    }
}
