import EssentialFeed

/// The texts of `essential-feed serve`.
enum ServeStrings: CaseIterable, Sendable {
    case noPhotos
    case onePhoto
    case photos
    case publicAddress
    case places
    case ending

    static let table = StringTable<ServeStrings>([
        .english: [
            .noPhotos: "Serving no photos at %@",
            .onePhoto: "Serving 1 photo at %@",
            .photos: "Serving %@ photos at %@",
            .publicAddress: "Public address: %@",
            .places: "Photos are sent as they are, with the places (GPS) that cameras wrote into them.",
            .ending: "Finishing what is being sent. A second signal (Ctrl-C) ends at once.",
        ],
        .greek: [
            .noPhotos: "Καμία φωτογραφία προς διάθεση στο %@",
            .onePhoto: "Διατίθεται 1 φωτογραφία στο %@",
            .photos: "Διατίθενται %@ φωτογραφίες στο %@",
            .publicAddress: "Δημόσια διεύθυνση: %@",
            .places: "Οι φωτογραφίες στέλνονται όπως είναι, με τις τοποθεσίες (GPS) που έγραψε η κάμερα.",
            .ending: "Ολοκληρώνεται ό,τι στέλνεται. Ένα δεύτερο σήμα (Ctrl-C) τερματίζει αμέσως.",
        ],
        .brazilianPortuguese: [
            .noPhotos: "Servindo nenhuma foto em %@",
            .onePhoto: "Servindo 1 foto em %@",
            .photos: "Servindo %@ fotos em %@",
            .publicAddress: "Endereço público: %@",
            .places: "As fotos são enviadas como são, com os lugares (GPS) que as câmeras gravaram nelas.",
            .ending: "Concluindo o que está sendo enviado. Um segundo sinal (Ctrl-C) encerra na hora.",
        ],
    ])
}
