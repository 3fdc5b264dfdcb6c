import EssentialFeed

/// The texts of the commands that save and restore a server's state.
enum BackupStrings: CaseIterable, Sendable {
    /// Takes the backup's folder, and the numbers of photos, folders and tokens.
    case backedUp
    /// Takes the state folder, and the numbers of photos, folders and tokens.
    case restored
    /// Takes a folder.
    case kept

    static let table = StringTable<BackupStrings>([
        .english: [
            .backedUp: "The backup is in %@. Photos: %@, folders: %@, tokens: %@.",
            .restored: "The state in %@ was restored from the backup. Photos: %@, folders: %@, tokens: %@.",
            .kept: "The previous state is in %@. Delete it when all is well.",
        ],
        .greek: [
            .backedUp: "Το αντίγραφο ασφαλείας είναι στο %@. Φωτογραφίες: %@, φάκελοι: %@, διακριτικά: %@.",
            .restored:
                "Η κατάσταση στο %@ επαναφέρθηκε από το αντίγραφο. Φωτογραφίες: %@, φάκελοι: %@, διακριτικά: %@.",
            .kept: "Η προηγούμενη κατάσταση είναι στο %@. Διαγράψτε την όταν όλα είναι εντάξει.",
        ],
        .brazilianPortuguese: [
            .backedUp: "O backup está em %@. Fotos: %@, pastas: %@, tokens: %@.",
            .restored: "O estado em %@ foi restaurado do backup. Fotos: %@, pastas: %@, tokens: %@.",
            .kept: "O estado anterior está em %@. Apague-o quando tudo estiver bem.",
        ],
    ])
}
