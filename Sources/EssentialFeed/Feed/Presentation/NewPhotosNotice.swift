/// What a notification says about images that have come while nobody looked.
public struct NewPhotosNotice: Hashable, Sendable {
    /// The most authors that are named.
    private static let maximumAuthors = 3

    /// The number of new images; `nil` if there may be more than are known.
    public let count: Int?
    /// Who took them, each once, as far as the feed says it: no more than it takes to know that not all are named.
    public let authors: [String]

    /// Creates the notice of new images.
    public init(count: Int?, authors: [String]) {
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

    /// Returns the notice as one line, such as "3 New Photos: Anna, Ben". Names are plain text, and so is the line.
    public func text(in language: Language) -> String {
        func text(_ key: FeedStrings, _ arguments: String...) -> String {
            FeedStrings.table.text(key, in: language, arguments)
        }
        let number =
            switch count {
            case nil: text(.manyNewImages)
            case 1?: text(.oneNewImage)
            case let count?: text(.newImages, String(count))
            }
        guard !authors.isEmpty else { return number }
        let names = authors.prefix(Self.maximumAuthors).map(PlainText.line).joined(separator: ", ")
        return "\(number): \(names)" + (authors.count > Self.maximumAuthors ? ", …" : "")
    }
}
