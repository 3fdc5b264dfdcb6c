import EssentialFeed
import Foundation
import ImageFormats
import TestSupport
import Testing

/// The displayed facts about an image and its data in the cache.
@Suite struct ImageDetailsTests {
    private let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private func details(
        _ image: FeedImage, _ saved: SavedImage? = nil, isCacheKnown: Bool = true, _ language: Language = .english
    ) -> [String] {
        ImageDetailsPresenter.map(
            image, saved: saved, isCacheKnown: isCacheKnown, calendar: calendar, language: language
        ).map { "\($0.title): \($0.value)" }
    }

    private let image = FeedImage(
        id: UUID(), description: "a pier", location: "Bangor", url: anyURL(),
        pixelSize: PixelSize(width: 4_032, height: 3_024), createdAt: Date(timeIntervalSince1970: 1_779_276_240),
        author: "Maria", alternative: "Boats at low tide")
    private let saved = SavedImage(
        byteCount: 2_345_678, savedAt: Date(timeIntervalSince1970: 1_779_449_040),
        folder: URL(filePath: "/cache/images", directoryHint: .isDirectory))

    @Test func `Details are date, place, author, both texts, both sizes, and where the photo is saved since when`() {
        #expect(
            details(image, saved) == [
                "Date: May 20, 2026 at 11:24\u{202F}AM", "Location: Bangor", "Author: Maria", "Description: a pier",
                "Alternative Text: Boats at low tide", "Dimensions: \u{200E}4,032 × 3,024", "File Size: 2.3 MB",
                "Saved on This Computer: May 22, 2026 at 11:24\u{202F}AM", "Folder: /cache/images/",
            ])
    }

    @Test func `Without data in the cache, details say so once the cache has been asked`() {
        let image = FeedImage(id: UUID(), url: anyURL())
        #expect(details(image) == ["Saved on This Computer: Not saved"])
        #expect(details(image, isCacheKnown: false) == [])
    }

    @Test func `Details follow the language`() {
        #expect(details(image, saved, .brazilianPortuguese).contains("Dimensões: \u{200E}4.032 × 3.024"))
        #expect(details(image, saved, .greek).contains("Διαστάσεις: \u{200E}4.032 × 3.024"))
    }
}
