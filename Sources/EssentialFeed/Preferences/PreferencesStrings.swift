/// The texts that the preferences put together.
package enum PreferencesStrings: CaseIterable, Sendable {
    /// The server is on the screen.
    case shownNow
    /// Takes the size of the cache.
    case savedOnDisk
    /// Takes the size of all caches, and the limit.
    case usage
    /// Takes the size of all caches.
    case clearQuestion
    /// Takes the size of all caches.
    case cleared
    /// Takes the name of the server, and the size of its cache.
    case serverRemoved
    /// Takes the name of the folder.
    case folderRemoved

    /// The texts in all languages.
    package static let table = StringTable<PreferencesStrings>([
        .english: [
            .shownNow: "Shown now",
            .savedOnDisk: "%@ saved",
            .usage: "Uses %@. Photos may take up to %@.",
            .clearQuestion:
                "This deletes the saved feeds and photos of all servers from this computer, and frees %@. "
                + "Without a connection, there is nothing to see until a feed is loaded again.",
            .cleared: "The saved photos are cleared: %@.",
            .serverRemoved: "Removed %@ with its saved photos (%@) and its password.",
            .folderRemoved: "Removed %@. The photos in the folder stay.",
        ],
        .greek: [
            .shownNow: "Προβάλλεται τώρα",
            .savedOnDisk: "%@ αποθηκευμένα",
            .usage: "Χρησιμοποιούνται %@. Οι φωτογραφίες μπορούν να πιάσουν έως %@.",
            .clearQuestion:
                "Θα διαγραφούν από τον υπολογιστή οι αποθηκευμένες ροές και φωτογραφίες όλων των διακομιστών και "
                + "θα ελευθερωθούν %@. Χωρίς σύνδεση δεν θα φαίνεται τίποτα ώσπου να φορτωθεί ξανά μια ροή.",
            .cleared: "Οι αποθηκευμένες φωτογραφίες διαγράφηκαν: %@.",
            .serverRemoved: "Αφαιρέθηκε το %@ με τις φωτογραφίες (%@) και τον κωδικό του.",
            .folderRemoved: "Αφαιρέθηκε το %@. Οι φωτογραφίες του φακέλου μένουν.",
        ],
        .brazilianPortuguese: [
            .shownNow: "Mostrado agora",
            .savedOnDisk: "%@ salvos",
            .usage: "Usa %@. As fotos podem ocupar até %@.",
            .clearQuestion:
                "Isto apaga deste computador os feeds e as fotos salvos de todos os servidores e libera %@. "
                + "Sem conexão, não há nada para ver até que um feed seja carregado de novo.",
            .cleared: "As fotos salvas foram apagadas: %@.",
            .serverRemoved: "Removido: %@, com as fotos salvas (%@) e a senha.",
            .folderRemoved: "Removida: %@. As fotos continuam na pasta.",
        ],
    ])
}
