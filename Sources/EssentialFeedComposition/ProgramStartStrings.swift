public import EssentialFeed

/// The texts of programs that can't start.
public enum ProgramStartStrings: CaseIterable, Sendable {
    /// Nothing names a server.
    case noAddress
    /// What names the server isn't an address. Takes the text.
    case malformedAddress
    /// A variable of the environment holds no proxy's address. Takes the variable.
    case malformedProxy

    /// The texts in every language.
    public static let table = StringTable<ProgramStartStrings>([
        .english: [
            .noAddress: "No server address: use --url BASE, set ESSENTIAL_FEED_URL, or choose a server in the app.",
            .malformedAddress: "“%@” isn’t a server address: use one like http://127.0.0.1:8080.",
            .malformedProxy: "%@ isn’t a proxy address: set it to one like http://proxy:3128, or unset it.",
        ],
        .greek: [
            .noAddress:
                "Δεν δόθηκε διεύθυνση διακομιστή: δώστε --url BASE, ορίστε ESSENTIAL_FEED_URL ή διαλέξτε διακομιστή στην εφαρμογή.",
            .malformedAddress: "Το «%@» δεν είναι διεύθυνση διακομιστή: δώστε μία όπως http://127.0.0.1:8080.",
            .malformedProxy:
                "Το %@ δεν περιέχει διεύθυνση διαμεσολαβητή: ορίστε μία όπως http://proxy:3128 ή καταργήστε τη μεταβλητή.",
        ],
        .brazilianPortuguese: [
            .noAddress:
                "Falta o endereço do servidor: informe --url BASE, defina ESSENTIAL_FEED_URL ou escolha um servidor no aplicativo.",
            .malformedAddress: "“%@” não é um endereço de servidor: informe um como http://127.0.0.1:8080.",
            .malformedProxy:
                "%@ não contém um endereço de proxy: defina um como http://proxy:3128 ou remova a variável.",
        ],
    ])
}
