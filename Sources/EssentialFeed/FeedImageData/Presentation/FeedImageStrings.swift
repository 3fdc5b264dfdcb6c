/// The texts shown in place of a picture, kept short to fit there.
package enum FeedImageStrings {
    /// The texts in all languages.
    package static let table = StringTable<FeedImageError>([
        .english: [
            .gone: "The server no longer has this photo.",
            .notAnImage: "The server sent something other than a photo.",
            .damaged: "The photo is damaged.",
            .unsupportedFormat: "The photo’s format isn’t supported.",
            .tooLarge: "The photo is too large to be shown.",
            .noConnection: "The photo couldn’t be loaded.",
            .serverError: "The server couldn’t send the photo.",
            .noDecoder: "The image decoder is missing. Reinstall Essential Feed.",
            .other: "The photo can’t be shown now.",
        ],
        .greek: [
            .gone: "Ο διακομιστής δεν έχει πια αυτή τη φωτογραφία.",
            .notAnImage: "Ο διακομιστής έστειλε κάτι που δεν είναι φωτογραφία.",
            .damaged: "Η φωτογραφία είναι κατεστραμμένη.",
            .unsupportedFormat: "Η μορφή της φωτογραφίας δεν υποστηρίζεται.",
            .tooLarge: "Η φωτογραφία είναι πολύ μεγάλη για προβολή.",
            .noConnection: "Η φωτογραφία δεν φορτώθηκε.",
            .serverError: "Ο διακομιστής δεν μπόρεσε να στείλει τη φωτογραφία.",
            .noDecoder: "Λείπει ο αποκωδικοποιητής. Επανεγκαταστήστε την εφαρμογή.",
            .other: "Η φωτογραφία δεν μπορεί να προβληθεί τώρα.",
        ],
        .brazilianPortuguese: [
            .gone: "O servidor não tem mais esta foto.",
            .notAnImage: "O servidor enviou algo que não é uma foto.",
            .damaged: "A foto está danificada.",
            .unsupportedFormat: "O formato da foto não é compatível.",
            .tooLarge: "A foto é grande demais para ser exibida.",
            .noConnection: "A foto não pôde ser carregada.",
            .serverError: "O servidor não conseguiu enviar a foto.",
            .noDecoder: "Falta o decodificador. Reinstale o Essential Feed.",
            .other: "A foto não pode ser exibida agora.",
        ],
    ])
}

extension FeedImageError {
    /// Returns one short sentence with the reason why the picture can't be shown.
    package func message(in language: Language) -> String {
        FeedImageStrings.table.text(self, in: language)
    }
}
