import EssentialFeed

/// The texts of `essential-feed serve`.
enum ServeStrings: CaseIterable, Sendable {
    case noPhotos
    case onePhoto
    case photos
    case photosSoFar
    case publicAddress
    case ending

    static let table = StringTable<ServeStrings>([
        .english: [
            .noPhotos: "Serving no photos at %@",
            .onePhoto: "Serving 1 photo at %@",
            .photos: "Serving %@ photos at %@",
            .photosSoFar: "Serving %@ photos so far at %@",
            .publicAddress: "Public address: %@",
            .ending: "Completing the responses in progress. A second signal (Ctrl-C) ends the server at once.",
        ],
        .greek: [
            .noPhotos: "Καμία φωτογραφία προς διάθεση στο %@",
            .onePhoto: "Διατίθεται 1 φωτογραφία στο %@",
            .photos: "Διατίθενται %@ φωτογραφίες στο %@",
            .photosSoFar: "Διατίθενται %@ φωτογραφίες ως τώρα στο %@",
            .publicAddress: "Δημόσια διεύθυνση: %@",
            .ending: "Ολοκληρώνονται οι απαντήσεις σε εξέλιξη. Ένα δεύτερο σήμα (Ctrl-C) τερματίζει αμέσως.",
        ],
        .brazilianPortuguese: [
            .noPhotos: "Nenhuma foto para servir em %@",
            .onePhoto: "Servindo 1 foto em %@",
            .photos: "Servindo %@ fotos em %@",
            .photosSoFar: "Servindo %@ fotos até agora em %@",
            .publicAddress: "Endereço público: %@",
            .ending: "Concluindo as respostas em andamento. Um segundo sinal (Ctrl-C) encerra na hora.",
        ],
    ])
}
