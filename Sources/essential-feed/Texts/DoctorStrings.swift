import EssentialFeed
import EssentialFeedServer

/// The texts of `essential-feed doctor`. The findings are in English, as the server's log and its errors are.
enum DoctorStrings: CaseIterable, Sendable {
    case error
    case warning
    case note
    case nothingWrong
    /// Takes the numbers of errors and warnings.
    case found

    init(_ severity: Finding.Severity) {
        self =
            switch severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
    }

    static let table = StringTable<DoctorStrings>([
        .english: [
            .error: "error",
            .warning: "warning",
            .note: "note",
            .nothingWrong: "Nothing is wrong.",
            .found: "Errors: %@, warnings: %@.",
        ],
        .greek: [
            .error: "σφάλμα",
            .warning: "προειδοποίηση",
            .note: "σημείωση",
            .nothingWrong: "Όλα είναι εντάξει.",
            .found: "Σφάλματα: %@, προειδοποιήσεις: %@.",
        ],
        .brazilianPortuguese: [
            .error: "erro",
            .warning: "aviso",
            .note: "nota",
            .nothingWrong: "Está tudo certo.",
            .found: "Erros: %@, avisos: %@.",
        ],
    ])
}
