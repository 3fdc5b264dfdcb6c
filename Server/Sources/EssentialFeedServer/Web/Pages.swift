import EssentialFeed
import Foundation
import ImageFormats

struct FeedWebPage {
    let frame: PageFrame
    let cards: [PageCard]
    /// Whether the page doesn't begin with the newest photo.
    let isLaterPage: Bool
    /// Whether the reader has a token.
    let isSignedIn: Bool
    /// Whether the reader may invite people.
    let isOwner: Bool
    let mayPost: Bool
    /// The address of the next page; `nil` on the last page.
    let older: String?
}

/// A photo as pages show it.
struct PageCard {
    /// The number of characters that surely fit on the lines of a card.
    private static let shortCaption = 200

    let id: String
    let address: String
    let author: PageName?
    let place: String?
    let date: PageDate
    let picture: PagePicture
    /// What the picture shows, for people who don't see it.
    let description: String
    let caption: [PageWords]
    let hasCaption: Bool
    /// Whether the caption may be cut.
    let isLong: Bool
    /// The link to the comments, with their number.
    let comments: String
    /// Whether the picture is loaded before the others.
    let isFirst: Bool

    init(_ photo: ListedPhoto, picture: PagePicture, in place: PagePlace, isFirst: Bool = false) {
        (self.picture, self.isFirst) = (picture, isFirst)
        id = photo.id.uuidString
        address = place.address(of: photo.id)
        author = photo.author.map(PageName.init)
        self.place = photo.place.map { PlainText.clean(PresentedText.limited($0)) }
        date = place.date(photo.date)
        comments = ImageCommentsPresenter.link(to: photo.commentCount, in: place.language)
        let text = photo.description.map(PresentedText.limited) ?? ""
        caption = PageWords.all(in: text)
        hasCaption = !caption.isEmpty
        isLong = text.count > Self.shortCaption || text.filter(\.isNewline).count > 3
        description =
            if let alternative = photo.alternative {
                PlainText.clean(PresentedText.limited(alternative))
            } else if hasCaption {
                PlainText.clean(text)
            } else if let author {
                place.language.text(PageText.photoByAuthor, author.name, date.text)
            } else {
                place.language.text(PageText.photoOfDate, date.text)
            }
    }
}

/// The name of a person, with their initials.
struct PageName {
    private static let colourCount = 8
    private static let maximumLength = 64

    let name: String
    /// The first letters or digits of the name's first and last word that have any; empty if none has.
    let initials: String
    /// The number of the initials' colour, which is the same on all pages.
    let colour: Int

    /// - Parameter name: The name as another person wrote it.
    init(_ name: String) {
        let clean = PlainText.clean(PresentedText.limited(name))
        self.name = clean.count > Self.maximumLength ? clean.prefix(Self.maximumLength) + "…" : clean
        let letters = clean.split(whereSeparator: \.isWhitespace).compactMap { word in
            word.first { $0.isLetter || $0.isNumber }
        }
        initials = (letters.prefix(1) + letters.dropFirst().suffix(1)).map { letter in
            // A few letters have several capitals.
            let capital = letter.uppercased()
            return capital.count == 1 ? capital : String(letter)
        }.joined()
        colour = name.utf8.reduce(0) { ($0 + Int($1)) % Self.colourCount }
    }
}

/// A part of a text by a person: plain, or a link.
struct PageWords {
    let words: String
    let link: String?

    /// - Parameter text: A text within the limits of `PresentedText`.
    static func all(in text: String) -> [PageWords] {
        LinkedText(text).parts.map { part in
            switch part {
            case .plain(let words): PageWords(words: words, link: nil)
            case .link(let words, let address): PageWords(words: words, link: address)
            }
        }
    }
}

/// Where and for whom a page is made.
struct PagePlace: Sendable {
    let language: Language
    let basePath: String
    /// The time zone of the photos' dates.
    let timeZone: TimeZone
    /// What scripts compare later changes with.
    var changes: (feed: String, since: ChangeNumber)?

    func address(of photo: UUID) -> String { basePath + PageRoute.photo(photo).path }

    func date(_ date: Date) -> PageDate { PageDate(date, language: language, timeZone: timeZone) }

    func frame(_ title: String) -> PageFrame {
        var frame = PageFrame(title: title, language: language, basePath: basePath)
        (frame.feed, frame.since) = (changes?.feed, changes?.since.description)
        return frame
    }
}

struct PhotoWebPage {
    let frame: PageFrame
    let card: PageCard
    let conversation: PageConversation
    /// The form for the photo's texts; `nil` if another person has posted the photo.
    let edit: PagePhotoTexts?
    /// The address of the photo in the feed.
    let feed: String
    let newer: String?
    let older: String?
    let download: String
    let fileName: String
}

struct PostWebPage {
    let frame: PageFrame
}

/// A page with a message instead of photos.
struct NoticeWebPage {
    let frame: PageFrame
    let heading: String
    let explanation: String
}

/// The form with which browsers sign in.
struct JoinWebPage {
    let frame: PageFrame
    /// Whether the link before wasn't valid.
    let isRefused: Bool
    /// Whether others in the network can read the form.
    let isUnencrypted: Bool
    /// The page to show afterwards; empty for the feed.
    let to: String
}

/// A picture on a page: its sizes, and the place that is reserved for it.
struct PagePicture {
    /// The proportions of the place, in pixels.
    let width: Int
    let height: Int
    /// The proportion in a row of photos, rounded to one that the style sheet knows.
    let shape: String
    let source: String
    /// The sizes for `srcset`, with their real widths.
    let sources: String
    /// The picture's average colour.
    let colour: String
    /// The ThumbHash in Base64; empty until the server has made it.
    let hash: String

    /// The widest and the tallest place on a card, like in the desktop app.
    private static let cardProportions = 3.0 / 4...16.0 / 9
    private static let shapes = ["3/4", "4/5", "1/1", "5/4", "4/3", "3/2", "16/9"].map { text in
        let sides = text.split(separator: "/").compactMap { Double($0) }
        return (text, proportion: sides[0] / sides[1])
    }

    /// - Parameters:
    ///   - isWhole: Whether the whole picture is shown, in any proportions.
    ///   - address: Returns the address of a size.
    init(_ photo: ListedPhoto, isWhole: Bool, address: (ServedSize) -> String) {
        let sizes = photo.sizes.listed(withOriginal: false)
        let size = photo.sizes.pixels(sizes.last ?? .medium)
        let proportion = Double(size.width) / Double(max(1, size.height))
        let range = Self.cardProportions
        let shown = isWhole ? proportion : min(max(proportion, range.lowerBound), range.upperBound)
        width = size.width
        height = isWhole ? size.height : Int((Double(size.width) / shown).rounded())
        let nearest = Self.shapes.min { abs(log($0.proportion / shown)) < abs(log($1.proportion / shown)) }
        shape = nearest?.0 ?? ""
        source = address(.medium)
        sources = sizes.map { "\(address($0)) \(photo.sizes.pixels($0).width)w" }.joined(separator: ", ")
        let average = photo.placeholder.flatMap { ThumbHash(Array($0))?.averageColour } ?? [0x80, 0x80, 0x80]
        colour = "#" + average.hexadecimal
        hash = photo.placeholder?.base64EncodedString() ?? ""
    }
}
