import EssentialFeed
import Foundation

struct PageCard {
    /// The number of characters that certainly fit on a card's lines.
    private static let shortCaption = 200
    /// The number of characters of a caption used as a description, which screen readers can't skip.
    private static let longestDescription = 250

    let id: String
    let address: String
    let author: PageName?
    let place: String?
    let date: PageDate
    let picture: PagePicture
    /// The picture that sets the shape: the first of those posted together, or the picture itself.
    var room: PagePicture
    /// The content of the picture, for people who don't see it.
    let description: String
    /// The caption as HTML.
    let caption: String
    let hasCaption: Bool
    /// Whether the first photo or the one before it, posted together with it, has the same caption.
    var repeatsCaption = false
    /// Whether the caption may be cut.
    let isLong: Bool
    let comments: String
    /// The address of the largest size, empty where none is offered, and the name of its file.
    let download: String
    /// The original size for the `srcset` of a zoomed photo; `nil` if it isn't served.
    var original: String?
    let fileName: String
    /// The heart, and whether the reader may choose it; `nil` if no one has and the reader may not, and off the feed.
    var heart: PageReaction?
    var mayReact = false
    /// The last comments; empty off the feed.
    var last: [LastComment] = []
    /// The month that begins with the photo; `nil` for the month's other photos, and outside the feed.
    var month: PageMonth?
    /// The number of a friend's photos posted together from this one on; `nil` for all others.
    var together: String?
    var isLastTogether = false
    /// The photo's number among them; `nil` if it was posted alone.
    var position: String?
    /// Whether the picture is loaded before the others.
    let isFirst: Bool

    struct LastComment {
        private static let maximumLength = 200

        let author: PageName
        let text: String

        init(_ comment: ImageComment) {
            (author, text) = (PageName(comment.author.username), Self.shortened(comment.message))
        }

        static func shortened(_ text: String) -> String {
            let clean = PlainText.clean(PresentedText.limited(text))
            return clean.count > maximumLength ? clean.prefix(maximumLength) + "…" : clean
        }
    }

    init(
        _ photo: ListedPhoto, picture: PagePicture, download: String = "", in place: PagePlace, isFirst: Bool = false
    ) {
        (self.picture, room, self.download, self.isFirst) = (picture, picture, download, isFirst)
        fileName = "\(photo.date.formatted(.iso8601.year().month().day())).jpg"
        id = photo.id.uuidString
        address = place.address(of: photo.id)
        author = photo.author.map { place.name($0, of: photo.posterID) }
        self.place = photo.place.map { PlainText.clean(PresentedText.limited($0)) }
        date = place.date(photo.date)
        comments = place.language.text(PageText.commentCount, "\(photo.commentCount)")
        let text = photo.description.map(PresentedText.limited) ?? ""
        caption = PageWords.html(text)
        hasCaption = !caption.isEmpty
        isLong = text.count > Self.shortCaption || text.filter(\.isNewline).count > 3
        description =
            if let alternative = photo.alternative {
                PlainText.clean(PresentedText.limited(alternative))
            } else if hasCaption {
                Self.beginning(of: PlainText.clean(text))
            } else if let author {
                place.language.text(PageText.photoByAuthor, author.name, date.text)
            } else {
                place.language.text(PageText.photoOfDate, date.text)
            }
    }

    /// Returns a caption, or its beginning up to the end of a word.
    private static func beginning(of caption: String) -> String {
        guard caption.count > longestDescription else { return caption }
        let start = caption.prefix(longestDescription)
        // Not all languages have spaces.
        let end = start.suffix(50).lastIndex(where: \.isWhitespace) ?? start.endIndex
        return start[..<end] + "…"
    }
}
