/// The texts of the feed.
package enum FeedStrings: CaseIterable, Sendable {
    /// The title of the feed.
    case title
    /// Offline, so the saved feed is shown. Takes the relative date when it was loaded.
    case offlineNote
    /// The saved feed is shown while the server is asked. Takes the relative date when it was loaded.
    case updatedNote
    /// The saved feed is shown. Takes the relative date when it was loaded.
    case savedFeedNote
    /// The connection failed for an unknown reason.
    case reasonNoConnection
    /// Nothing listens at the server's address.
    case reasonRefused
    /// The server's name doesn't resolve.
    case reasonName
    /// The server takes too long to answer.
    case reasonTimeout
    /// The server's answer ended early.
    case reasonCut
    /// The connection can't be secured.
    case reasonInsecure
    /// The server answered with an error. Takes the status.
    case reasonStatus
    /// The server's answer isn't a feed.
    case reasonInvalidData
    /// All pages of the feed are being loaded. Takes the number of images loaded so far.
    case loadingToEnd
    /// The feed has no images.
    case empty
    /// No valid feed is saved.
    case nothingSaved
    /// The button that shows a newer feed.
    case showNewest
    /// The same button. Takes the number of new images.
    case newImages
    /// The title for an unknown number of new images.
    case manyNewImages

    /// The texts in all languages.
    package static let table = StringTable<FeedStrings>([
        .english: [
            .title: "Feed",
            .offlineNote: "Offline. Saved %@.",
            .updatedNote: "Updated %@.",
            .savedFeedNote: "The saved feed. Saved %@.",
            .reasonNoConnection: "Couldn’t connect to the server.",
            .reasonRefused: "Nothing answers at the server’s address.",
            .reasonName: "The server’s name can’t be found.",
            .reasonTimeout: "The server took too long to answer.",
            .reasonCut: "The connection was interrupted.",
            .reasonInsecure: "The connection isn’t secure: the server’s certificate couldn’t be verified.",
            .reasonStatus: "The server answered with an error (status %@).",
            .reasonInvalidData: "The server’s answer couldn’t be understood.",
            .loadingToEnd: "Loading older photos… %@ loaded",
            .empty: "There are no photos yet. New photos will appear here.",
            .nothingSaved: "There is no saved feed from the last seven days.",
            .showNewest: "Show Newest",
            .newImages: "{%@ New Photo|%@ New Photos}",
            .manyNewImages: "New Photos",
        ],
        .greek: [
            .title: "Ροή",
            .offlineNote: "Εκτός σύνδεσης. Αποθηκεύτηκε %@.",
            .updatedNote: "Ενημερώθηκε %@.",
            .savedFeedNote: "Η αποθηκευμένη ροή. Αποθηκεύτηκε %@.",
            .reasonNoConnection: "Δεν ήταν δυνατή η σύνδεση με τον διακομιστή.",
            .reasonRefused: "Τίποτα δεν απαντά στη διεύθυνση του διακομιστή.",
            .reasonName: "Το όνομα του διακομιστή δεν βρέθηκε.",
            .reasonTimeout: "Ο διακομιστής άργησε να απαντήσει.",
            .reasonCut: "Η σύνδεση διακόπηκε.",
            .reasonInsecure: "Η σύνδεση δεν είναι ασφαλής: το πιστοποιητικό του διακομιστή δεν επαληθεύτηκε.",
            .reasonStatus: "Ο διακομιστής απάντησε με σφάλμα (κατάσταση %@).",
            .reasonInvalidData: "Η απάντηση του διακομιστή δεν είναι κατανοητή.",
            .loadingToEnd: "Φόρτωση παλαιότερων φωτογραφιών… {Φορτώθηκε %@|Φορτώθηκαν %@}",
            .empty: "Δεν υπάρχουν ακόμη φωτογραφίες. Οι νέες φωτογραφίες θα εμφανίζονται εδώ.",
            .nothingSaved: "Δεν υπάρχει αποθηκευμένη ροή των τελευταίων επτά ημερών.",
            .showNewest: "Οι νεότερες",
            .newImages: "{%@ νέα φωτογραφία|%@ νέες φωτογραφίες}",
            .manyNewImages: "Νέες φωτογραφίες",
        ],
        .brazilianPortuguese: [
            .title: "Feed",
            .offlineNote: "Sem conexão. Salvo %@.",
            .updatedNote: "Atualizado %@.",
            .savedFeedNote: "O feed salvo. Salvo %@.",
            .reasonNoConnection: "Não foi possível conectar ao servidor.",
            .reasonRefused: "Nada responde no endereço do servidor.",
            .reasonName: "O nome do servidor não foi encontrado.",
            .reasonTimeout: "O servidor demorou demais para responder.",
            .reasonCut: "A conexão foi interrompida.",
            .reasonInsecure: "A conexão não é segura: o certificado do servidor não pôde ser verificado.",
            .reasonStatus: "O servidor respondeu com um erro (status %@).",
            .reasonInvalidData: "A resposta do servidor não pôde ser entendida.",
            .loadingToEnd: "Carregando fotos mais antigas… {%@ carregada|%@ carregadas}",
            .empty: "Ainda não há fotos. As fotos novas vão aparecer aqui.",
            .nothingSaved: "Não há feed salvo dos últimos sete dias.",
            .showNewest: "Ver as mais novas",
            .newImages: "{%@ foto nova|%@ fotos novas}",
            .manyNewImages: "Fotos novas",
        ],
    ])
}
