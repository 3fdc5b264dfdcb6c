public import Foundation

/// The languages that every text exists in.
public enum Language: String, CaseIterable, Sendable {
    /// English, which is the default.
    case english = "en"
    /// Greek.
    case greek = "el"
    /// Brazilian Portuguese, which also serves other Portuguese.
    case brazilianPortuguese = "pt-BR"

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
        switch localeName.prefix(while: { $0.isLetter }).lowercased() {
        case "en": self = .english
        case "el": self = .greek
        case "pt": self = .brazilianPortuguese
        default: return nil
        }
    }
}
