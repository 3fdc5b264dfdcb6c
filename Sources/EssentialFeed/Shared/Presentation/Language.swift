package import Foundation

package enum Language: String, CaseIterable, Sendable {
    /// English, the default.
    case english = "en"
    case greek = "el"
    /// Brazilian Portuguese, also used for other Portuguese.
    case brazilianPortuguese = "pt-BR"
    /// English with accents, made longer and put in brackets, for finding texts that aren't translated or don't fit.
    /// Used if the session's language is `en_XA`.
    case pseudo = "en-XA"

    /// The real languages. Every text exists in each of them.
    package static let allCases: [Language] = [.english, .greek, .brazilianPortuguese]

    package var locale: Locale { Locale(identifier: rawValue) }

    /// Returns whether the number takes the singular, according to the Unicode CLDR.
    func isSingular(_ number: Int) -> Bool {
        self == .brazilianPortuguese ? (0...1).contains(number) : number == 1
    }

    /// Finds the session's language like gettext: the locale is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that
    /// isn't empty. Unless the locale is `C` or `POSIX`, the list in `LANGUAGE` takes precedence. Falls back to English
    /// if none of them names a supported language.
    package init(environment: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard locale != "C", locale != "POSIX" else {
            self = .english
            return
        }
        let preferred = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
        self = (preferred + [locale ?? ""]).lazy.compactMap(Language.init(localeName:)).first ?? .english
    }

    /// Finds the language of a name like `pt_BR.UTF-8`. Any Portuguese is closer to Brazilian Portuguese than to
    /// English.
    private init?(localeName: String) {
        guard !localeName.hasPrefix("en_XA") else {
            self = .pseudo
            return
        }
        switch localeName.prefix(while: { $0.isLetter }).lowercased() {
        case "en": self = .english
        case "el": self = .greek
        case "pt": self = .brazilianPortuguese
        default: return nil
        }
    }
}

extension String {
    /// The text in the pseudo-language: English letters have accents, vowels are doubled because texts in other
    /// languages are longer, and brackets show where the text ends. Placeholders are kept.
    package var inPseudoLanguage: String {
        var result = "["
        for character in self {
            let letter = character.isASCII ? PseudoLanguage.letters[character] : nil
            result.append(letter ?? character)
            if let letter, "aeiou".contains(character) { result.append(letter) }
        }
        return result + "]"
    }
}

/// The letters of the pseudo-language.
private enum PseudoLanguage {
    static let letters: [Character: Character] = {
        let small = zip("abcdefghijklmnopqrstuvwxyz", "áƀçðéƒğĥíĵķłɱñóþɋŕšţúṽŵẋýž")
        let capital = zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ÁƁÇÐÉƑĞĤÍĴĶŁṀÑÓÞɊŔŠŢÚṼŴẊÝŽ")
        return Dictionary(uniqueKeysWithValues: Array(small) + Array(capital))
    }()
}
