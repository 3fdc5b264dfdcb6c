import EssentialFeed

/// The texts of `essential-feed serve`.
enum ServeStrings: CaseIterable, Sendable {
    case noPhotos
    case onePhoto
    case photos
    case photosSoFar
    case publicAddress
    case places
    case ending

    static let table = StringTable<ServeStrings>([
        .english: [
            .noPhotos: "Serving no photos at %@",
            .onePhoto: "Serving 1 photo at %@",
            .photos: "Serving %@ photos at %@",
            .photosSoFar: "Serving %@ photos so far at %@",
            .publicAddress: "Public address: %@",
            .places: "Photos are sent unchanged, including the places (GPS) that cameras wrote into them.",
            .ending: "Completing the responses in progress. A second signal (Ctrl-C) ends the server at once.",
        ],
        .greek: [
            .noPhotos: "Καμία φωτογραφία προς διάθεση στο %@",
            .onePhoto: "Διατίθεται 1 φωτογραφία στο %@",
            .photos: "Διατίθενται %@ φωτογραφίες στο %@",
            .photosSoFar: "Διατίθενται %@ φωτογραφίες ως τώρα στο %@",
            .publicAddress: "Δημόσια διεύθυνση: %@",
            .places: "Οι φωτογραφίες στέλνονται αυτούσιες, μαζί με τις τοποθεσίες (GPS) που κατέγραψε η κάμερα.",
            .ending: "Ολοκληρώνονται οι απαντήσεις σε εξέλιξη. Ένα δεύτερο σήμα (Ctrl-C) τερματίζει αμέσως.",
        ],
        .brazilianPortuguese: [
            .noPhotos: "Nenhuma foto para servir em %@",
            .onePhoto: "Servindo 1 foto em %@",
            .photos: "Servindo %@ fotos em %@",
            .photosSoFar: "Servindo %@ fotos até agora em %@",
            .publicAddress: "Endereço público: %@",
            .places: "As fotos são enviadas sem alterações, com os locais (GPS) que as câmeras gravaram nelas.",
            .ending: "Concluindo as respostas em andamento. Um segundo sinal (Ctrl-C) encerra na hora.",
        ],
    ])
}
