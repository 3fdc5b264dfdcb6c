public import Foundation

/// The languages of the texts.
public enum Language: String, CaseIterable, Sendable {
    /// English, which is the default.
    case english = "en"
    /// Greek.
    case greek = "el"
    /// Brazilian Portuguese, which also serves other Portuguese.
    case brazilianPortuguese = "pt-BR"
    /// English with accents, longer and in brackets, for those who look for texts that aren't translated or don't fit. The
    /// session's language is this one if it is called `en_XA`.
    case pseudo = "en-XA"

    /// The languages that people speak. Every text exists in each of them.
    public static let allCases: [Language] = [.english, .greek, .brazilianPortuguese]

    /// The locale of dates and numbers in this language.
    public var locale: Locale { Locale(identifier: rawValue) }

    /// Finds the session's language as gettext does: the locale is the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that
    /// isn't empty; unless it is `C` or `POSIX`, the list in `LANGUAGE` takes precedence. English if none of them names
    /// a language of this program.
    public init(environment: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard locale != "C", locale != "POSIX" else {
            self = .english
            return
        }
        let preferred = (environment["LANGUAGE"] ?? "").split(separator: ":").map(String.init)
        self = (preferred + [locale ?? ""]).lazy.compactMap(Language.init(localeName:)).first ?? .english
    }

    /// The language of a name like `pt_BR.UTF-8`. Any Portuguese is nearer to the Brazilian than to English.
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
