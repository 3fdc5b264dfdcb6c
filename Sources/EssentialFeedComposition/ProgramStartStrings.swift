package import EssentialFeed

/// The messages of programs that can't start.
package enum ProgramStartStrings: CaseIterable, Sendable {
    /// No server was specified.
    case noAddress
    /// The text that specifies the server isn't an address. Takes the text.
    case malformedAddress
    /// An environment variable isn't the address of a proxy. Takes the variable.
    case malformedProxy
    /// Takes the limit on open files and the required minimum.
    case tooFewOpenFiles

    /// The texts in every language.
    package static let table = StringTable<ProgramStartStrings>([
        .english: [
            .noAddress: "no server address; use --url URL, set ESSENTIAL_FEED_URL, or choose a server in the app",
            .malformedAddress: "“%@” isn’t a server address; use one like https://photos.example.com",
            .malformedProxy: "%@ isn’t a proxy address; set it to one like http://proxy:3128, or unset it",
            .tooFewOpenFiles:
                "the limit of open files is %@, and at least %@ are needed; raise it, for example with “ulimit -n 1024”",
        ],
        .greek: [
            .noAddress:
                "δεν δόθηκε διεύθυνση διακομιστή· δώστε --url URL, ορίστε ESSENTIAL_FEED_URL ή διαλέξτε διακομιστή στην εφαρμογή",
            .malformedAddress: "το «%@» δεν είναι διεύθυνση διακομιστή· δώστε μία όπως https://photos.example.com",
            .malformedProxy:
                "το %@ δεν περιέχει διεύθυνση διαμεσολαβητή· ορίστε μία όπως http://proxy:3128 ή καταργήστε τη μεταβλητή",
            .tooFewOpenFiles:
                "το όριο ανοιχτών αρχείων είναι %@ και χρειάζονται τουλάχιστον %@· αυξήστε το, για παράδειγμα με «ulimit -n 1024»",
        ],
        .brazilianPortuguese: [
            .noAddress:
                "falta o endereço do servidor; informe --url URL, defina ESSENTIAL_FEED_URL ou escolha um servidor no aplicativo",
            .malformedAddress: "“%@” não é um endereço de servidor; informe um como https://photos.example.com",
            .malformedProxy:
                "%@ não contém um endereço de proxy; defina um como http://proxy:3128 ou remova a variável",
            .tooFewOpenFiles:
                "o limite de arquivos abertos é %@, e são necessários pelo menos %@; aumente-o, por exemplo com “ulimit -n 1024”",
        ],
    ])
}
