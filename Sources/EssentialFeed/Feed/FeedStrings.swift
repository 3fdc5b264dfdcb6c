/// The texts of the feed.
public enum FeedStrings: CaseIterable, Sendable {
    case title
    /// With the relative date of the save.
    case offlineNote
    case savedFeedNote
    case empty
    case nothingSaved
    case showNewest

    public static let table = StringTable<FeedStrings>([
        .english: [
            .title: "Feed",
            .offlineNote: "Offline. Saved %@.",
            .savedFeedNote: "The saved feed. Saved %@.",
            .empty: "There are no images yet.",
            .nothingSaved: "No feed younger than seven days is saved.",
            .showNewest: "Show Newest",
        ],
        .greek: [
            .title: "Ροή",
            .offlineNote: "Εκτός σύνδεσης. Αποθηκεύτηκε %@.",
            .savedFeedNote: "Η αποθηκευμένη ροή. Αποθηκεύτηκε %@.",
            .empty: "Δεν υπάρχουν ακόμη εικόνες.",
            .nothingSaved: "Δεν υπάρχει αποθηκευμένη ροή νεότερη των επτά ημερών.",
            .showNewest: "Τα νεότερα",
        ],
        .brazilianPortuguese: [
            .title: "Feed",
            .offlineNote: "Sem conexão. Salvo %@.",
            .savedFeedNote: "O feed salvo. Salvo %@.",
            .empty: "Ainda não há imagens.",
            .nothingSaved: "Não há feed salvo há menos de sete dias.",
            .showNewest: "Ver os mais novos",
        ],
    ])
}
