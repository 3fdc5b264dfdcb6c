/// The texts of the comments.
package enum ImageCommentsStrings: CaseIterable, Sendable {
    /// The title of the comments.
    case title
    /// The image has no comments.
    case empty

    /// The texts in all languages.
    package static let table = StringTable<ImageCommentsStrings>([
        .english: [
            .title: "Comments",
            .empty: "There are no comments yet.",
        ],
        .greek: [
            .title: "Σχόλια",
            .empty: "Δεν υπάρχουν ακόμη σχόλια.",
        ],
        .brazilianPortuguese: [
            .title: "Comentários",
            .empty: "Ainda não há comentários.",
        ],
    ])
}
