import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport
import Testing

@Suite struct FeedPresenterTests {
    @Test func `B181 An image is shown with its description and its location`() {
        let viewModel = FeedImagePresenter.map(uniqueImage(description: "a description", location: "a location"))
        #expect(viewModel.description == "a description")
        #expect(viewModel.location == "a location")
        #expect(viewModel.hasLocation)
    }

    @Test func `B181 An image without texts has no location to show`() {
        let viewModel = FeedImagePresenter.map(uniqueImage(description: nil, location: nil))
        #expect(viewModel.description == nil)
        #expect(!viewModel.hasLocation)
    }

    @Test(
        "An image's date says how long ago, and on which day and at what time, in each language",
        arguments: [
            (Language.english, "2 days ago", "January 1, 2001 at 12:00 AM"),
            (.greek, "πριν από 2 ημέρες", "1 Ιανουαρίου 2001"),
            (.brazilianPortuguese, "há 2 dias", "1 de janeiro de 2001"),
        ])
    func mapTellsDates(language: Language, relative: String, absolute: String) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let taken = Date(timeIntervalSinceReferenceDate: 0)
        let image = FeedImage(id: UUID(), url: uniqueImage().url, createdAt: taken)
        let viewModel = FeedImagePresenter.map(
            image, relativeDate: RelativeDate(now: taken + 172_800, calendar: calendar, locale: language.locale),
            absoluteDate: AbsoluteDate(calendar: calendar, locale: language.locale))
        #expect(viewModel.date == relative)
        #expect(try #require(viewModel.absoluteDate).replacing("\u{202F}", with: " ").hasPrefix(absolute))
    }

    @Test func `A short caption names the person, then when and where, and a narrow one leaves out the place`() {
        let image = FeedImageViewModel(description: "a pier", location: "Bangor", author: "Maria", date: "now")
        #expect(image.caption(isNarrow: false) == ("Maria", "now · Bangor"))
        #expect(image.caption(isNarrow: true) == ("Maria", "now"))
        #expect(FeedImageViewModel(location: "Bangor", date: "now").caption(isNarrow: false) == ("Bangor", "now"))
    }

    @Test func `A feed from the server has no note`() {
        #expect(note(.remote, secondsAgo: 7_200) == nil)
    }

    @Test func `Offline, the note says so and how old the saved feed is`() {
        let origin = FeedOrigin.cache(after: .connectivity(HTTPClientError(.refused)))
        #expect(note(origin, secondsAgo: 7_200) == "Offline. Saved 2 hours ago.")
        #expect(note(origin, secondsAgo: 7_200, language: .greek) == "Εκτός σύνδεσης. Αποθηκεύτηκε πριν από 2 ώρες.")
    }

    @Test func `After a server's error the note does not claim to be offline`() {
        #expect(
            note(.cache(after: .invalidData(.status(500))), secondsAgo: 60) == "The saved feed. Saved 1 minute ago.")
        #expect(note(.cache(after: nil), secondsAgo: 60) == "Updated 1 minute ago.")
        #expect(note(.cache(after: nil), secondsAgo: 0) == "Updated just now.")
        #expect(note(.cache(after: nil), secondsAgo: 0, language: .greek) == "Ενημερώθηκε μόλις τώρα.")
        #expect(note(.cache(after: nil), secondsAgo: 0, language: .brazilianPortuguese) == "Atualizado agora mesmo.")
    }

    @Test func `The day and the time of a saved feed are shown, those of one from the server aren't`() {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        func date(_ origin: FeedOrigin) -> String? {
            let page = FeedPage(
                images: uniqueFeed(), origin: origin, loadedAt: Date(timeIntervalSinceReferenceDate: 800_000_000))
            return FeedPresenter.date(for: page, calendar: calendar, language: .english)
        }
        #expect(date(.cache(after: nil))?.hasPrefix("May 9, 2026") == true)
        #expect(date(.remote) == nil)
    }

    private func note(_ origin: FeedOrigin, secondsAgo: TimeInterval, language: Language = .english) -> String? {
        let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let page = FeedPage(images: uniqueFeed(), origin: origin, loadedAt: now.addingTimeInterval(-secondsAgo))
        return FeedPresenter.note(for: page, now: now, language: language)
    }
}
