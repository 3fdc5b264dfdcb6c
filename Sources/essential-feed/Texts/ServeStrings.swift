import EssentialFeed

/// The texts of `essential-feed serve`.
enum ServeStrings: CaseIterable, Sendable {
    case noPhotos
    case photos
    case photosSoFar
    case publicAddress
    case ending
    /// Takes the number of photos and the address.
    case ready

    static let table = StringTable<ServeStrings>([
        .english: [
            .noPhotos: "Serving no photos at %@",
            .photos: "Serving {%@ photo|%@ photos} at %@",
            .photosSoFar: "Serving {%@ photo|%@ photos} so far at %@",
            .publicAddress: "Public address: %@",
            .ending: "completing the responses in progress; a second signal (Ctrl-C) stops the server at once",
            .ready: "Ready to serve {%@ photo|%@ photos} at %@",
        ],
        .greek: [
            .noPhotos: "Καμία φωτογραφία προς διάθεση στο %@",
            .photos: "{Διατίθεται %@ φωτογραφία|Διατίθενται %@ φωτογραφίες} στο %@",
            .photosSoFar: "{Διατίθεται %@ φωτογραφία|Διατίθενται %@ φωτογραφίες} ως τώρα στο %@",
            .publicAddress: "Δημόσια διεύθυνση: %@",
            .ending: "ολοκληρώνονται οι απαντήσεις σε εξέλιξη· ένα δεύτερο σήμα (Ctrl-C) τερματίζει αμέσως",
            .ready: "{%@ φωτογραφία είναι έτοιμη|%@ φωτογραφίες είναι έτοιμες} για διάθεση στο %@",
        ],
        .brazilianPortuguese: [
            .noPhotos: "Nenhuma foto para servir em %@",
            .photos: "Servindo {%@ foto|%@ fotos} em %@",
            .photosSoFar: "Servindo {%@ foto|%@ fotos} até agora em %@",
            .publicAddress: "Endereço público: %@",
            .ending: "concluindo as respostas em andamento; um segundo sinal (Ctrl-C) encerra na hora",
            .ready: "Tudo pronto para servir {%@ foto|%@ fotos} em %@",
        ],
    ])
}
