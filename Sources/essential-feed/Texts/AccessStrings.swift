import EssentialFeed

/// The texts of the commands that say who may read a server's feed.
enum AccessStrings: CaseIterable, Sendable {
    /// Takes a name.
    case invited
    case unknownAddress
    case onlyForThisMachine
    case noCodeLibrary
    /// Takes the number of columns.
    case codeTooWide
    case noTokens
    /// Takes a name.
    case revoked
    case columnName
    case columnScopes
    case columnInvited
    case columnLastUsed
    case never

    static let table = StringTable<AccessStrings>([
        .english: [
            .invited: "This link is for %@ alone, and is shown only now:",
            .unknownAddress:
                "The server’s address isn’t known yet: use --public-url URL with the address at which people reach it, or start the server once.",
            .onlyForThisMachine:
                "The link works on this machine only: for others, use --public-url URL with the address at which they reach the server.",
            .noCodeLibrary: "To see the link as a QR code, install libqrencode4.",
            .codeTooWide: "To see the link as a QR code, make the terminal at least %@ columns wide.",
            .noTokens: "Nobody has a token: give somebody one with “essential-feed invite NAME”.",
            .revoked: "%@’s access has ended.",
            .columnName: "Name",
            .columnScopes: "May",
            .columnInvited: "Invited",
            .columnLastUsed: "Last used",
            .never: "never",
        ],
        .greek: [
            .invited: "Αυτός ο σύνδεσμος είναι μόνο για το όνομα %@ και εμφανίζεται μόνο τώρα:",
            .unknownAddress:
                "Η διεύθυνση του διακομιστή δεν είναι ακόμη γνωστή: δώστε --public-url URL με τη διεύθυνση που βλέπουν οι άλλοι ή ξεκινήστε μία φορά τον διακομιστή.",
            .onlyForThisMachine:
                "Ο σύνδεσμος λειτουργεί μόνο σε αυτόν τον υπολογιστή: για άλλους, δώστε --public-url URL με τη διεύθυνση που βλέπουν.",
            .noCodeLibrary: "Για να δείτε τον σύνδεσμο ως κωδικό QR, εγκαταστήστε το libqrencode4.",
            .codeTooWide: "Για να δείτε τον σύνδεσμο ως κωδικό QR, μεγαλώστε το τερματικό σε %@ στήλες τουλάχιστον.",
            .noTokens: "Κανείς δεν έχει πρόσβαση: δώστε την με «essential-feed invite NAME».",
            .revoked: "Η πρόσβαση για το όνομα %@ έληξε.",
            .columnName: "Όνομα",
            .columnScopes: "Δικαιώματα",
            .columnInvited: "Πρόσκληση",
            .columnLastUsed: "Τελευταία χρήση",
            .never: "ποτέ",
        ],
        .brazilianPortuguese: [
            .invited: "Este link é só para %@ e é mostrado apenas agora:",
            .unknownAddress:
                "O endereço do servidor ainda não é conhecido: informe --public-url URL com o endereço que os outros usam, ou inicie o servidor uma vez.",
            .onlyForThisMachine:
                "O link funciona só nesta máquina: para outras, informe --public-url URL com o endereço que elas usam.",
            .noCodeLibrary: "Para ver o link como código QR, instale libqrencode4.",
            .codeTooWide: "Para ver o link como código QR, deixe o terminal com pelo menos %@ colunas.",
            .noTokens: "Ninguém tem acesso: dê a alguém com “essential-feed invite NAME”.",
            .revoked: "O acesso de %@ terminou.",
            .columnName: "Nome",
            .columnScopes: "Permissões",
            .columnInvited: "Convite",
            .columnLastUsed: "Último uso",
            .never: "nunca",
        ],
    ])
}
