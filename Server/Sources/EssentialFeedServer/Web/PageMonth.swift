import EssentialFeed
import Foundation

/// A month as the feed's headings and the list of months show it.
struct PageMonth {
    let id: String
    /// The month and the year, like "June 2026".
    let name: String
    /// The address of the feed from the month's first photo on.
    let address: String
    /// The number of photos; empty in headings.
    let count: String

    init(_ month: PhotoMonth, count: Int? = nil, in place: PagePlace) {
        id = month.id
        let style = Date.FormatStyle(
            locale: place.language.locale, calendar: Calendar(identifier: .gregorian), timeZone: place.timeZone)
        let text = style.year().month(.wide).format(month.start)
        name = text.prefix(1).uppercased() + text.dropFirst()
        address = "\(place.basePath)\(PageRoute.feed.path)?month=\(month.id)"
        self.count = count.map { place.language.text(PageText.photoCount, String($0)) } ?? ""
    }
}
