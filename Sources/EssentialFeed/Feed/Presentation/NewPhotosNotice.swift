/// A notification about images that arrived while the feed was in the background.
package struct NewPhotosNotice: Hashable, Sendable {
    private static let maximumAuthors = 3

    /// The number of new images; `nil` if there may be more than have been loaded.
    package let count: Int?
    /// The distinct authors of the images, where known: at most one more than are named.
    package let authors: [String]

    package init(count: Int?, authors: [String]) {
        self.count = count
        self.authors = authors
    }

    init(of images: some Sequence<FeedImage>, count: Int?) {
        var authors: [String] = []
        for author in images.lazy.compactMap(\.author) where !authors.contains(author) {
            authors.append(author)
            // A feed may have as many authors as images.
            if authors.count > Self.maximumAuthors { break }
        }
        self.init(count: count, authors: authors)
    }

    package func text(in language: Language) -> String {
        let number =
            count.map { language.text(FeedStrings.newImages, String($0)) } ?? language.text(FeedStrings.manyNewImages)
        guard !authors.isEmpty else { return number }
        let names = authors.prefix(Self.maximumAuthors).map(PlainText.line).joined(separator: ", ")
        return "\(number): \(names)" + (authors.count > Self.maximumAuthors ? ", …" : "")
    }
}
