import EssentialFeed
import Foundation

extension PageResponder {
    private static let selectableCount = 100
    private static let allName = "all"

    /// - Parameter text: The query of the URL, without the question mark.
    func select(_ text: String, in place: PagePlace) throws -> String {
        let cursor = try FeedPageQuery(text).cursor
        guard let listed = try photos.page(after: cursor, limit: Self.selectableCount + 1) else {
            throw Problem.noSuchCursor
        }
        let shown = listed.prefix(Self.selectableCount)
        let next = listed.count > Self.selectableCount ? shown.last?.id : nil
        return PageTemplate.select.page(
            SelectWebPage(
                frame: place.frame(place.language.text(PageText.selectPhotos)),
                cards: shown.map { photo in
                    let address = place.links.url(of: photo, .small)
                    return PageCard(photo, picture: PagePicture(photo, isWhole: false) { _ in address }, in: place)
                },
                hasCards: !shown.isEmpty,
                isAll: FormFields(text).text(Self.allName) != nil,
                cursor: cursor?.uuidString,
                newer: try cursor.map { cursor in
                    let before = try photos.ids(before: cursor, limit: Self.selectableCount)
                    return selectAddress(after: before.count < Self.selectableCount ? nil : before.last)
                },
                older: next.map { selectAddress(after: $0) }, maximum: DownloadResponder.maximumCount))
    }

    /// Returns the address of the page that begins after a photo, or with the newest one.
    func selectAddress(after photo: UUID?) -> String {
        path + PageRoute.select.path + FeedPageQuery().next(after: photo).text
    }
}
