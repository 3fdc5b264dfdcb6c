import EssentialFeed

/// The texts of the commands that control who may read a server's feed.
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
            .invited: "this link is for %@ alone, and is shown only now:",
            .unknownAddress:
                "the server’s address isn’t known yet; use --public-url URL with the address at which people reach it, or start the server once",
            .onlyForThisMachine:
                "the link works on this computer only; for others, use --public-url URL with the address at which they reach the server",
            .noCodeLibrary: "to see the link as a QR code, install libqrencode4",
            .codeTooWide: "to see the link as a QR code, make the terminal at least %@ columns wide",
            .noTokens: "no one is invited yet; invite a friend with “essential-feed invite NAME”",
            .revoked: "%@’s access has ended.",
            .columnName: "Name",
            .columnScopes: "May",
            .columnInvited: "Invited",
            .columnLastUsed: "Last used",
            .never: "never",
        ],
        .greek: [
            .invited: "αυτός ο σύνδεσμος είναι μόνο για το όνομα %@ και εμφανίζεται μόνο τώρα:",
            .unknownAddress:
                "η διεύθυνση του διακομιστή δεν είναι ακόμη γνωστή· δώστε --public-url URL με τη διεύθυνση που βλέπουν οι άλλοι ή ξεκινήστε μία φορά τον διακομιστή",
            .onlyForThisMachine:
                "ο σύνδεσμος λειτουργεί μόνο σε αυτόν τον υπολογιστή· για άλλους, δώστε --public-url URL με τη διεύθυνση που βλέπουν",
            .noCodeLibrary: "για να δείτε τον σύνδεσμο ως κωδικό QR, εγκαταστήστε το libqrencode4",
            .codeTooWide: "για να δείτε τον σύνδεσμο ως κωδικό QR, μεγαλώστε το τερματικό σε %@ στήλες τουλάχιστον",
            .noTokens: "δεν έχετε προσκαλέσει κανέναν ακόμη· προσκαλέστε έναν φίλο με «essential-feed invite NAME»",
            .revoked: "Η πρόσβαση για το όνομα %@ έληξε.",
            .columnName: "Όνομα",
            .columnScopes: "Δικαιώματα",
            .columnInvited: "Πρόσκληση",
            .columnLastUsed: "Τελευταία χρήση",
            .never: "ποτέ",
        ],
        .brazilianPortuguese: [
            .invited: "este link é só para %@ e é mostrado apenas agora:",
            .unknownAddress:
                "o endereço do servidor ainda não é conhecido; informe --public-url URL com o endereço que os outros usam, ou inicie o servidor uma vez",
            .onlyForThisMachine:
                "o link funciona só neste computador; para outros, informe --public-url URL com o endereço que eles usam",
            .noCodeLibrary: "para ver o link como código QR, instale libqrencode4",
            .codeTooWide: "para ver o link como código QR, deixe o terminal com pelo menos %@ colunas",
            .noTokens: "ninguém foi convidado ainda; convide um amigo com “essential-feed invite NAME”",
            .revoked: "O acesso de %@ terminou.",
            .columnName: "Nome",
            .columnScopes: "Permissões",
            .columnInvited: "Convite",
            .columnLastUsed: "Último uso",
            .never: "nunca",
        ],
    ])
}
