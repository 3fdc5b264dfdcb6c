/// The texts that the preferences compose.
package enum PreferencesStrings: CaseIterable, Sendable {
    /// The server is on the screen.
    case shownNow
    /// Takes the size of the cache.
    case savedOnDisk
    /// Takes the size of all caches and the limit.
    case usage
    /// Takes the size of all caches.
    case clearQuestion
    /// Takes the size of all caches.
    case cleared
    /// Takes the name of the server and the size of its cache.
    case serverRemoved
    /// Takes the name of the folder.
    case folderRemoved
    /// No photos are saved for offline use.
    case offlineOff
    case offlineNewest50
    case offlineNewest200
    case offlineAll
    /// Takes the number of saved images and the number of wanted ones.
    case offlineSaving
    /// Takes the number of saved images and the size of the server's cache.
    case offlineSaved
    /// Takes the number of saved images and the number of wanted ones.
    case offlinePartlySaved
    case offlineLimited
    case offlinePaused

    /// The texts in all languages.
    package static let table = StringTable<PreferencesStrings>([
        .english: [
            .shownNow: "Shown now",
            .savedOnDisk: "%@ saved",
            .usage: "Uses %@. Photos may take up to %@.",
            .clearQuestion:
                "The saved feeds and photos of all servers will be deleted from this computer, which frees %@.",
            .cleared: "Deleted saved photos (%@)",
            .serverRemoved: "Removed %@ with its saved photos (%@) and password",
            .folderRemoved: "Removed %@; the photos stay in the folder",
            .offlineOff: "Off",
            .offlineNewest50: "Newest 50 photos",
            .offlineNewest200: "Newest 200 photos",
            .offlineAll: "All photos within the storage limit",
            .offlineSaving: "Saving %@ of {%@ photo|%@ photos}…",
            .offlineSaved: "{%@ photo|%@ photos} saved, %@",
            .offlinePartlySaved: "%@ of {%@ photo|%@ photos} saved.",
            .offlineLimited: "The storage limit leaves no room for more.",
            .offlinePaused: "Paused while the network is metered.",
        ],
        .greek: [
            .shownNow: "Προβάλλεται τώρα",
            .savedOnDisk: "%@ αποθηκευμένα",
            .usage: "Χρησιμοποιούνται %@. Οι φωτογραφίες μπορούν να πιάσουν έως %@.",
            .clearQuestion:
                "Οι αποθηκευμένες ροές και φωτογραφίες όλων των διακομιστών θα διαγραφούν από τον υπολογιστή· ελευθερώνονται %@.",
            .cleared: "Διαγράφηκαν οι αποθηκευμένες φωτογραφίες (%@)",
            .serverRemoved: "Αφαιρέθηκε το %@ με τις φωτογραφίες (%@) και τον κωδικό του",
            .folderRemoved: "Αφαιρέθηκε το %@· οι φωτογραφίες μένουν στον φάκελο",
            .offlineOff: "Ανενεργή",
            .offlineNewest50: "Οι 50 νεότερες φωτογραφίες",
            .offlineNewest200: "Οι 200 νεότερες φωτογραφίες",
            .offlineAll: "Όλες οι φωτογραφίες, έως το όριο αποθήκευσης",
            .offlineSaving: "Αποθήκευση %@ από {%@ φωτογραφία|%@ φωτογραφίες}…",
            .offlineSaved: "{%@ αποθηκευμένη φωτογραφία|%@ αποθηκευμένες φωτογραφίες}, %@",
            .offlinePartlySaved: "Αποθηκεύτηκαν %@ από {%@ φωτογραφία|%@ φωτογραφίες}.",
            .offlineLimited: "Το όριο αποθήκευσης δεν αφήνει χώρο για άλλες.",
            .offlinePaused: "Σε παύση όσο το δίκτυο χρεώνεται με τον όγκο.",
        ],
        .brazilianPortuguese: [
            .shownNow: "Mostrado agora",
            .savedOnDisk: "%@ salvos",
            .usage: "Usa %@. As fotos podem ocupar até %@.",
            .clearQuestion:
                "Os feeds e as fotos salvos de todos os servidores serão apagados deste computador, o que libera %@.",
            .cleared: "Fotos salvas apagadas (%@)",
            .serverRemoved: "Removido: %@, com as fotos salvas (%@) e a senha",
            .folderRemoved: "Removida: %@; as fotos continuam na pasta",
            .offlineOff: "Desativado",
            .offlineNewest50: "As 50 fotos mais novas",
            .offlineNewest200: "As 200 fotos mais novas",
            .offlineAll: "Todas as fotos, até o limite de armazenamento",
            .offlineSaving: "Salvando %@ de {%@ foto|%@ fotos}…",
            .offlineSaved: "{%@ foto salva|%@ fotos salvas}, %@",
            .offlinePartlySaved: "%@ de {%@ foto salva|%@ fotos salvas}.",
            .offlineLimited: "O limite de armazenamento não deixa espaço para mais.",
            .offlinePaused: "Em pausa enquanto a rede for limitada.",
        ],
    ])
}
