/// The texts of the feed.
public enum FeedStrings: CaseIterable, Sendable {
    /// The title of the feed.
    case title
    /// There is no connection, so the saved feed is shown. Takes the relative date at which it was loaded.
    case offlineNote
    /// The saved feed is shown. Takes the relative date at which it was loaded.
    case savedFeedNote
    /// There is no connection, for a reason that isn't known.
    case reasonNoConnection
    /// Nothing listens at the server's address.
    case reasonRefused
    /// The server's name doesn't resolve.
    case reasonName
    /// The server takes too long.
    case reasonTimeout
    /// The server's answer ended early.
    case reasonCut
    /// There is no secure connection.
    case reasonInsecure
    /// The server answered with an error. Takes the status.
    case reasonStatus
    /// The server's answer isn't a feed.
    case reasonInvalidData
    /// The feed has no images.
    case empty
    /// No valid feed is saved.
    case nothingSaved
    /// The button that shows a newer feed.
    case showNewest
    /// The same button, if one image is new.
    case oneNewImage
    /// The same button. Takes the number of new images.
    case newImages
    /// There are new images, of which the number isn't known.
    case manyNewImages

    /// The texts in all languages.
    public static let table = StringTable<FeedStrings>([
        .english: [
            .title: "Feed",
            .offlineNote: "Offline. Saved %@.",
            .savedFeedNote: "The saved feed. Saved %@.",
            .reasonNoConnection: "There is no connection to the server.",
            .reasonRefused: "Nothing answers at the server’s address.",
            .reasonName: "The server’s name cannot be found.",
            .reasonTimeout: "The server took too long to answer.",
            .reasonCut: "The server’s answer broke off.",
            .reasonInsecure: "The server cannot prove who it is.",
            .reasonStatus: "The server answered with an error (status %@).",
            .reasonInvalidData: "The server’s answer could not be understood.",
            .empty: "There are no photos yet. Once somebody adds some, the feed shows them.",
            .nothingSaved: "No feed younger than seven days is saved.",
            .showNewest: "Show Newest",
            .oneNewImage: "1 New Photo",
            .newImages: "%@ New Photos",
            .manyNewImages: "New Photos",
        ],
        .greek: [
            .title: "Ροή",
            .offlineNote: "Εκτός σύνδεσης. Αποθηκεύτηκε %@.",
            .savedFeedNote: "Η αποθηκευμένη ροή. Αποθηκεύτηκε %@.",
            .reasonNoConnection: "Δεν υπάρχει σύνδεση με τον διακομιστή.",
            .reasonRefused: "Κανείς δεν απαντά στη διεύθυνση του διακομιστή.",
            .reasonName: "Το όνομα του διακομιστή δεν βρέθηκε.",
            .reasonTimeout: "Ο διακομιστής άργησε να απαντήσει.",
            .reasonCut: "Η απάντηση του διακομιστή κόπηκε.",
            .reasonInsecure: "Ο διακομιστής δεν αποδεικνύει ποιος είναι.",
            .reasonStatus: "Ο διακομιστής απάντησε με σφάλμα (κατάσταση %@).",
            .reasonInvalidData: "Η απάντηση του διακομιστή δεν είναι κατανοητή.",
            .empty: "Δεν υπάρχουν ακόμη φωτογραφίες. Μόλις προστεθούν, θα φανούν στη ροή.",
            .nothingSaved: "Δεν υπάρχει αποθηκευμένη ροή νεότερη των επτά ημερών.",
            .showNewest: "Τα νεότερα",
            .oneNewImage: "1 νέα φωτογραφία",
            .newImages: "%@ νέες φωτογραφίες",
            .manyNewImages: "Νέες φωτογραφίες",
        ],
        .brazilianPortuguese: [
            .title: "Feed",
            .offlineNote: "Sem conexão. Salvo %@.",
            .savedFeedNote: "O feed salvo. Salvo %@.",
            .reasonNoConnection: "Não há conexão com o servidor.",
            .reasonRefused: "Nada responde no endereço do servidor.",
            .reasonName: "O nome do servidor não foi encontrado.",
            .reasonTimeout: "O servidor demorou demais para responder.",
            .reasonCut: "A resposta do servidor foi interrompida.",
            .reasonInsecure: "O servidor não prova quem é.",
            .reasonStatus: "O servidor respondeu com um erro (status %@).",
            .reasonInvalidData: "A resposta do servidor não pôde ser entendida.",
            .empty: "Ainda não há fotos. Quando alguém adicionar alguma, o feed vai mostrá-la.",
            .nothingSaved: "Não há feed salvo há menos de sete dias.",
            .showNewest: "Ver os mais novos",
            .oneNewImage: "1 foto nova",
            .newImages: "%@ fotos novas",
            .manyNewImages: "Fotos novas",
        ],
    ])
}
