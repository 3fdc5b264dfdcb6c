/// The texts in place of a picture that can't be shown. They are short because they have to fit there.
public enum FeedImageStrings {
    /// The texts in every language.
    public static let table = StringTable<FeedImageError>([
        .english: [
            .gone: "The server no longer has this picture.",
            .notAnImage: "What the server sent is not a picture.",
            .damaged: "The picture is damaged.",
            .unsupportedFormat: "The picture’s format is not supported.",
            .tooLarge: "The picture is too large to be shown.",
            .noConnection: "The picture could not be loaded.",
            .serverError: "The server could not send the picture.",
            .noDecoder: "A part of the app doesn’t start. Install the app again.",
            .other: "The picture cannot be shown now.",
        ],
        .greek: [
            .gone: "Ο διακομιστής δεν έχει πια αυτή την εικόνα.",
            .notAnImage: "Αυτό που έστειλε ο διακομιστής δεν είναι εικόνα.",
            .damaged: "Η εικόνα είναι κατεστραμμένη.",
            .unsupportedFormat: "Η μορφή της εικόνας δεν υποστηρίζεται.",
            .tooLarge: "Η εικόνα είναι πολύ μεγάλη για προβολή.",
            .noConnection: "Η εικόνα δεν φορτώθηκε.",
            .serverError: "Ο διακομιστής δεν μπόρεσε να στείλει την εικόνα.",
            .noDecoder: "Ένα μέρος της εφαρμογής δεν ξεκινά. Εγκαταστήστε την ξανά.",
            .other: "Η εικόνα δεν μπορεί να προβληθεί τώρα.",
        ],
        .brazilianPortuguese: [
            .gone: "O servidor não tem mais esta imagem.",
            .notAnImage: "O que o servidor enviou não é uma imagem.",
            .damaged: "A imagem está danificada.",
            .unsupportedFormat: "O formato da imagem não é compatível.",
            .tooLarge: "A imagem é grande demais para ser exibida.",
            .noConnection: "A imagem não pôde ser carregada.",
            .serverError: "O servidor não conseguiu enviar a imagem.",
            .noDecoder: "Uma parte do app não inicia. Instale-o novamente.",
            .other: "A imagem não pode ser exibida agora.",
        ],
    ])
}

extension FeedImageError {
    /// Returns one short sentence that says why there is no picture.
    public func message(in language: Language) -> String {
        FeedImageStrings.table.text(self, in: language)
    }
}
