public import Foundation
import ImageFormats

/// One of the facts about an image: a title and a value.
package struct ImageDetail: Hashable, Sendable {
    package let title: String
    /// The value, which may be from another person.
    package let value: String
    package let folder: URL?
}

/// Turns an image and what the cache reports about it into displayed facts.
package enum ImageDetailsPresenter {
    package static func map(
        _ image: FeedImage, saved: SavedImage?, isCacheKnown: Bool = true, calendar: Calendar = .current,
        language: Language
    ) -> [ImageDetail] {
        let date = AbsoluteDate(calendar: calendar, locale: language.locale)
        let texts = FeedImagePresenter.map(image, absoluteDate: date)
        let number = IntegerFormatStyle<Int>(locale: language.locale)
        // The mark keeps the width before the height, even from right to left.
        let size = image.shownSize.map { "\u{200E}\(number.format($0.width)) × \(number.format($0.height))" }
        let notSaved = isCacheKnown ? language.text(Message("Not saved")) : nil
        let facts: [(title: Message, value: String?)] = [
            (Message("Date"), texts.absoluteDate), (Message("Location"), texts.location),
            (Message("Author"), texts.author), (Message("Description"), texts.description),
            (Message("Alternative Text"), texts.alternative), (Message("Dimensions"), size),
            (Message("File Size"), saved.map { ByteCount.text($0.byteCount, in: language) }),
            // Translators: The title of the date since which the photo has been saved on this computer.
            (Message("Saved on This Computer"), saved.map { date.text(for: $0.savedAt) } ?? notSaved),
            (Message("Folder"), saved?.folder.path(percentEncoded: false)),
        ]
        return facts.compactMap { title, value in
            value.map {
                ImageDetail(
                    title: language.text(title), value: $0,
                    folder: title == Message("Folder") ? saved?.folder : nil)
            }
        }
    }
}

/// An image's data in the cache.
public struct SavedImage: Hashable, Sendable {
    /// The number of bytes.
    public let byteCount: Int
    /// When the data was saved.
    public let savedAt: Date
    /// The folder of the data's file.
    public let folder: URL

    /// Creates the facts about saved data.
    public init(byteCount: Int, savedAt: Date, folder: URL) {
        self.byteCount = byteCount
        self.savedAt = savedAt
        self.folder = folder
    }
}
