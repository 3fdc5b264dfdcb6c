import EssentialFeed

/// The texts of the commands that save and restore a server's state.
enum BackupStrings: CaseIterable, Sendable {
    /// Takes the file, and the numbers of photos, folders and tokens.
    case backedUp
    /// Takes the state folder, and the numbers of photos, folders and tokens.
    case restored
    /// Takes a folder.
    case kept

    static let table = StringTable<BackupStrings>([
        .english: [
            .backedUp: "The backup is in %@. Photos: %@, folders: %@, tokens: %@.",
            .restored: "The state in %@ is that of the backup. Photos: %@, folders: %@, tokens: %@.",
            .kept: "What was there before is in %@: delete it when all is well.",
        ],
        .greek: [
            .backedUp: "Το αντίγραφο ασφαλείας είναι στο %@. Φωτογραφίες: %@, φάκελοι: %@, διακριτικά: %@.",
            .restored:
                "Η κατάσταση στο %@ είναι αυτή του αντιγράφου. Φωτογραφίες: %@, φάκελοι: %@, διακριτικά: %@.",
            .kept: "Ό,τι υπήρχε πριν είναι στο %@: διαγράψτε το όταν όλα είναι εντάξει.",
        ],
        .brazilianPortuguese: [
            .backedUp: "O backup está em %@. Fotos: %@, pastas: %@, tokens: %@.",
            .restored: "O estado em %@ é o do backup. Fotos: %@, pastas: %@, tokens: %@.",
            .kept: "O que havia antes está em %@: apague quando tudo estiver bem.",
        ],
    ])
}
