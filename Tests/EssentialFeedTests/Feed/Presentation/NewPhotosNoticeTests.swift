import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport
import Testing

/// The feed screen in the background.
@Suite struct NewPhotosNoticeTests {
    private static let start = TestTime().value
    private static let later = start.addingTimeInterval(900)

    @Test func `In the background, the feed is asked for every 15 minutes, if notifications are wanted`() {
        var screen = Screen.left(showing: page(longFeed()))
        #expect(screen.does(.timePassed, at: Self.later) == [])
        _ = screen.does(.notifiesChanged(true))
        #expect(screen.does(.timePassed, at: Self.start.addingTimeInterval(899)) == [])
        #expect(screen.does(.timePassed, at: Self.later) == [.other("load")])
        #expect(!screen.viewModel.isRefreshing)
    }

    @Test func `A failed request isn't repeated before its time, and the next one comes though the feed is saved`() {
        var screen = Screen.leftWithNotifications(showing: page(longFeed()))
        #expect(screen.does(.timePassed, at: Self.later) == [.other("load")])
        #expect(screen.does(.feedLoaded(.failure(noFeed)), at: Self.later) == [])
        #expect(screen.does(.timePassed, at: Self.later.addingTimeInterval(899)) == [])
        #expect(screen.does(.timePassed, at: Self.later.addingTimeInterval(900)) == [.other("load")])
    }

    @Test func `Nothing is asked for in the background while the network is metered or away`() {
        var screen = Screen.leftWithNotifications(showing: page(longFeed()))
        _ = screen.does(.networkChanged(mayBeUsed: false))
        #expect(screen.does(.timePassed, at: Self.later) == [])
        _ = screen.does(.networkChanged(mayBeUsed: true))
        #expect(screen.does(.timePassed, at: Self.later) == [.other("load")])
    }

    @Test func `A screen that nobody has looked at yet asks for nothing on its own`() {
        var screen = Screen(showing: page(longFeed()))
        _ = screen.does(.notifiesChanged(true))
        #expect(screen.does(.foregroundChanged(false)) == [])
        #expect(screen.does(.timePassed, at: Self.later) == [])
    }

    @Test func `New photos are announced once, with all that are new, and offered at the top; nothing moves`() {
        let old = longFeed()
        let (first, second) = (image(by: "Anna"), image(by: "Ben"))
        var screen = Screen.leftWithNotifications(showing: page(old))
        let one = NewPhotosNotice(count: 1, authors: ["Anna"])
        #expect(screen.finds([first] + old, at: 1) == [.notify(one)])
        #expect(screen.finds([first] + old, at: 2) == [], "nothing has come since")
        let both = NewPhotosNotice(count: 2, authors: ["Ben", "Anna"])
        #expect(screen.finds([second, first] + old, at: 3) == [.notify(both)])
        #expect(screen.viewModel.rows == old)
        #expect(screen.viewModel.newestOffer == "2 New Photos")
        let away = screen.does(.foregroundChanged(false), at: Self.start.addingTimeInterval(2_800))
        #expect(away == [], "the person is still away")
        #expect(screen.does(.foregroundChanged(true)) == [.withdraw])
        #expect(screen.does(.foregroundChanged(true)) == [])
        #expect(screen.does(.newestRequested) == [.other("scrollToTop")])
        #expect(screen.viewModel.rows == [second, first] + old)
    }

    @Test func `What the window already offers isn't announced, nor is a feed in which photos have only gone`() {
        let old = longFeed()
        let rest = Array(old.dropFirst())
        let new = [image(by: "Anna")] + rest
        var screen = Screen.leftWithNotifications(showing: page(old))
        #expect(screen.finds(rest, at: 1) == [])
        #expect(screen.finds(rest, at: 2) == [])
        _ = screen.does(.foregroundChanged(true), at: Self.start.addingTimeInterval(1_900))
        _ = screen.does(.timePassed, at: Self.start.addingTimeInterval(2_600))
        #expect(screen.does(.feedLoaded(.success(page(new))), at: Self.start.addingTimeInterval(2_600)) == [])
        #expect(screen.viewModel.newestOffer == "1 New Photo")
        #expect(screen.does(.foregroundChanged(false), at: Self.start.addingTimeInterval(2_700)) == [])
        #expect(screen.finds(new, at: 4) == [])
    }

    @Test func `Without the person's wish nothing is announced; a screen that ends takes its notification back`() {
        let old = longFeed()
        let new = [image(by: "Anna")] + old
        var silent = Screen(showing: page(old))
        _ = silent.does(.foregroundChanged(true))
        #expect(silent.does(.timePassed, at: Self.later) == [.other("load")])
        _ = silent.does(.foregroundChanged(false), at: Self.later)
        #expect(silent.does(.feedLoaded(.success(page(new))), at: Self.later) == [])
        #expect(silent.viewModel.newestOffer == "1 New Photo")
        var screen = Screen.leftWithNotifications(showing: page(old))
        _ = screen.finds(new, at: 1)
        #expect(screen.does(.stopped) == [.withdraw])
    }

    @Test func `A notification says how many photos came, and from whom, in each language`() {
        let names = ["Anna", "<b>Ben</b>\u{202E}", "Chloe", "Dora"]
        #expect(NewPhotosNotice(count: 1, authors: []).text(in: .english) == "1 New Photo")
        #expect(NewPhotosNotice(count: 3, authors: ["Anna", "Ben"]).text(in: .english) == "3 New Photos: Anna, Ben")
        #expect(NewPhotosNotice(count: nil, authors: []).text(in: .english) == "New Photos")
        #expect(
            NewPhotosNotice(count: 4, authors: names).text(in: .english)
                == "4 New Photos: Anna, <b>Ben</b>\u{FFFD}, Chloe, …")
        #expect(NewPhotosNotice(count: 3, authors: ["Anna"]).text(in: .greek) == "3 νέες φωτογραφίες: Anna")
        #expect(NewPhotosNotice(count: nil, authors: []).text(in: .brazilianPortuguese) == "Fotos novas")
    }

    @Test func `Each author is named once, and dots stand for others only if there are any`() {
        let old = longFeed()
        let new = ["Anna", "Ben", "Anna", "Chloe"].map(image(by:))
        var screen = Screen.leftWithNotifications(showing: page(old))
        let notice = NewPhotosNotice(count: 4, authors: ["Anna", "Ben", "Chloe"])
        #expect(screen.finds(new + old, at: 1) == [.notify(notice)])
        #expect(notice.text(in: .english) == "4 New Photos: Anna, Ben, Chloe")
    }

    @Test func `New photos that come because the connection has returned are announced, too, and move nothing`() {
        let old = longFeed()
        let saved = FeedPage(images: old, origin: .cache(after: nil), loadedAt: Self.start)
        var screen = Screen.leftWithNotifications(showing: saved)
        #expect(screen.does(.connectionMayHaveReturned, at: Self.later) == [.other("load")])
        let actions = screen.does(.feedLoaded(.success(page([image(by: "Anna")] + old))), at: Self.later)
        #expect(actions == [.notify(NewPhotosNotice(count: 1, authors: ["Anna"]))])
        #expect(screen.viewModel.rows == old)
    }

    @Test func `If none of the shown photos is in the newest page, the number isn't claimed to be known`() {
        var screen = Screen.leftWithNotifications(showing: page(longFeed()))
        #expect(screen.finds(uniqueFeed(), at: 1) == [.notify(NewPhotosNotice(count: nil, authors: []))])
    }

    private func image(by author: String) -> FeedImage {
        FeedImage(id: UUID(), url: anyURL(), author: author)
    }

    private func page(_ images: [FeedImage]) -> FeedPage {
        FeedPage(images: images, origin: .remote, loadedAt: Self.start)
    }

    private struct Screen {
        enum Did: Equatable {
            case notify(NewPhotosNotice)
            case withdraw
            case other(String)
        }

        private var state = FeedScreenState(calendar: .current, language: .english)
        var viewModel: FeedViewModel { state.viewModel }

        init(showing page: FeedPage) {
            _ = does(.appeared)
            _ = does(.feedLoaded(.success(page)))
        }

        /// Returns a screen the user has seen and left.
        static func left(showing page: FeedPage) -> Screen {
            var screen = Screen(showing: page)
            _ = screen.does(.foregroundChanged(true))
            _ = screen.does(.foregroundChanged(false))
            return screen
        }

        static func leftWithNotifications(showing page: FeedPage) -> Screen {
            var screen = left(showing: page)
            _ = screen.does(.notifiesChanged(true))
            return screen
        }

        /// Lets the screen look again after a number of quarters of an hour, and find a feed.
        mutating func finds(_ images: [FeedImage], at quarter: Double) -> [Did] {
            let now = start.addingTimeInterval(quarter * 900)
            guard does(.timePassed, at: now) == [.other("load")] else { return [.other("no look")] }
            return does(.feedLoaded(.success(FeedPage(images: images, origin: .remote, loadedAt: now))), at: now)
        }

        mutating func does(_ event: FeedScreenState.Event, at now: Date = start) -> [Did] {
            state.handle(event, at: now).compactMap { action in
                switch action {
                case .notify(let notice): .notify(notice)
                case .withdrawNotice: .withdraw
                case .reconnect, .cancelLoadCached, .loadCached: nil
                default: .other("\(action)")
                }
            }
        }
    }
}
