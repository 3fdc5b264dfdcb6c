import EssentialFeed
import Foundation
import HTTPTransport
import TestSupport
import Testing

/// The feed screen's state and each event, without tasks and clocks: an event goes in, actions and a view model come
/// out.
@Suite struct FeedScreenStateTests {
    private typealias Screen = FeedStateScreen

    private static let now = TestTime().value
    private static let offline = RemoteError.connectivity(HTTPClientError(.refused))

    @Test func `B201 B202 The first appearance loads the server's feed and the cached one; later ones load nothing`() {
        var screen = Screen()
        #expect(screen.does(.appeared) == ["load", "loadCached"])
        #expect(screen.viewModel.isRefreshing)
        #expect(screen.does(.appeared) == [])
        #expect(screen.does(.feedLoaded(.success(page(uniqueFeed())))) == ["cancelLoadCached"])
        #expect(screen.does(.appeared) == [])
    }

    @Test func `The cached feed is shown while the server's is loading, and never after it`() {
        let (cached, remote) = (uniqueFeed(), uniqueFeed())
        var screen = Screen()
        _ = screen.does(.appeared)
        #expect(screen.does(.cachedFeedLoaded(.success(cachedPage(cached)))) == [])
        #expect(screen.viewModel.rows == cached)
        #expect(screen.does(.feedLoaded(.success(page(remote)))) == [])
        #expect(screen.does(.cachedFeedLoaded(.success(cachedPage(cached)))) == [])
        #expect(screen.viewModel.rows == remote)
    }

    @Test func `A cached feed that arrives after the server failed isn't shown, not even during the next load`() {
        var screen = Screen()
        _ = screen.does(.appeared)
        #expect(screen.does(.feedLoaded(.failure(noFeed))) == ["cancelLoadCached"])
        _ = screen.does(.refreshRequested)
        #expect(screen.does(.cachedFeedLoaded(.success(cachedPage(uniqueFeed())))) == [])
        #expect(screen.viewModel.rows.isEmpty)
    }

    @Test func `Only a cache that cannot be read is reported`() {
        for (error, actions) in [
            (CancellationError(), []), (LoadFeedError(remote: nil), []),
            (LoadFeedError(remote: nil, cache: anyError()), ["report"]), (anyError(), ["report"]),
        ] as [(any Error, [String])] {
            var screen = Screen()
            _ = screen.does(.appeared)
            #expect(screen.does(.cachedFeedLoaded(.failure(error))) == actions, "\(error)")
        }
    }

    @Test func `A new feed is shown at once only if the person asked for it or sees the first page`() {
        let (old, new) = (longFeed(), longFeed())
        for (visibleRow, isRequested, isShown) in [
            (0, false, true), (9, false, true), (10, false, false), (11, false, false), (11, true, true),
        ] {
            var screen = Screen(showing: page(old, origin: .cache(after: Self.offline)))
            _ = screen.does(.visibleRowsChanged([old[visibleRow].id]))
            _ = screen.does(isRequested ? .refreshRequested : .connectionMayHaveReturned)
            let actions = screen.does(.feedLoaded(.success(page(new))))
            #expect(actions == (isRequested ? ["scrollToTop"] : []), "row \(visibleRow)")
            #expect(screen.viewModel.rows == (isShown ? new : old), "row \(visibleRow)")
            #expect((screen.viewModel.newestOffer == nil) == isShown, "row \(visibleRow)")
        }
    }

    @Test func `The newer feed that is offered is shown from its top, once`() {
        let (old, new) = (longFeed(), longFeed())
        var screen = Screen(showing: page(old, origin: .cache(after: Self.offline)))
        #expect(screen.does(.newestRequested) == [])
        _ = screen.does(.visibleRowsChanged([old[11].id]))
        _ = screen.does(.connectionMayHaveReturned)
        _ = screen.does(.feedLoaded(.success(page(new))))
        #expect(screen.does(.newestRequested) == ["scrollToTop"])
        #expect(screen.viewModel.rows == new)
        #expect(screen.does(.newestRequested) == [])
    }

    @Test func `Page after page is loaded to the end of the feed, with the number of images so far`() {
        let images = longFeed()
        var screen = Screen(showing: page(Array(images[..<3]), hasMore: true))
        #expect(screen.does(.loadToEndRequested) == ["loadMore"])
        #expect(screen.viewModel.loadMore?.progress == "Loading older photos… 3 loaded")
        #expect(screen.does(.loadToEndRequested) == [])
        #expect(screen.does(.moreLoaded(.success(page(Array(images[..<6]), hasMore: true)))) == ["loadMore"])
        #expect(
            screen.viewModel.loadMore
                == LoadMoreViewModel(isLoading: true, progress: "Loading older photos… 6 loaded"))
        #expect(screen.does(.moreLoaded(.success(page(images)))) == [])
        #expect(screen.viewModel.loadMore == nil)
        #expect(screen.does(.loadToEndRequested) == [])
    }

    @Test func `No other page is loaded on the way to the end after Stop, an error or a newer feed`() {
        let images = longFeed()
        let ends: [(FeedScreenState.Event, [String])] = [
            (.stopLoadingRequested, []), (.moreLoaded(.failure(Self.offline)), []),
            (.feedLoaded(.success(page(images, hasMore: true))), ["cancelLoadMore"]),
        ]
        for (end, actions) in ends {
            var screen = Screen(showing: page(Array(images[..<3]), hasMore: true))
            #expect(screen.does(.loadToEndRequested) == ["loadMore"])
            if case .feedLoaded = end { #expect(screen.does(.refreshRequested) == ["load"]) }
            #expect(screen.does(end).filter { $0 != "scrollToTop" } == actions)
            #expect(screen.viewModel.loadMore?.progress == nil)
            #expect(screen.does(.moreLoaded(.success(page(images, hasMore: true)))) == [])
        }
    }

    @Test func `After Stop, the row that stays visible loads no page; it does when it becomes visible again`() {
        let images = longFeed()
        var screen = Screen(showing: page(Array(images[..<3]), hasMore: true))
        #expect(screen.does(.loadMoreBecameVisible) == ["loadMore"])
        #expect(screen.does(.loadToEndRequested) == [])
        #expect(screen.does(.stopLoadingRequested) == [])
        #expect(screen.does(.moreLoaded(.success(page(Array(images[..<6]), hasMore: true)))) == [])
        #expect(screen.does(.loadMoreBecameVisible) == [])
        #expect(screen.does(.loadMoreResignedVisible) == [])
        #expect(screen.does(.loadMoreBecameVisible) == ["loadMore"])
    }

    @Test func `When the connection may have returned, only a screen with an error or a note loads`() {
        var screen = Screen()
        #expect(screen.does(.connectionMayHaveReturned) == [])
        screen = Screen(showing: page(uniqueFeed()))
        #expect(screen.does(.connectionMayHaveReturned) == [])
        screen = Screen(showing: page(uniqueFeed(), origin: .cache(after: nil)))
        #expect(screen.does(.connectionMayHaveReturned) == ["load"])
    }

    @Test func `In the foreground, a feed of five minutes is asked for again, each minute and on focus`() {
        let (young, old) = (Self.now.addingTimeInterval(299), Self.now.addingTimeInterval(300))
        for event in [FeedScreenState.Event.timePassed, .foregroundChanged(true), .connectionMayHaveReturned] {
            var screen = Screen(showing: page(uniqueFeed()))
            #expect(screen.does(event, at: old) == (event.isForeground ? ["load"] : []))
            screen = Screen(showing: page(uniqueFeed()))
            #expect(screen.does(.foregroundChanged(true)) == [])
            #expect(screen.does(event, at: young) == [])
            let before = screen.viewModel.isRefreshing
            #expect(screen.does(event, at: old) == ["load"])
            #expect(screen.does(event, at: old) == [])
            var early = Screen(showing: page(uniqueFeed()))
            _ = early.does(.foregroundChanged(true))
            #expect(early.does(event, at: Self.now.addingTimeInterval(-3_600)) == ["load"], "the clock went back")
            #expect(screen.viewModel.isRefreshing == before)
            #expect(screen.does(.foregroundChanged(false), at: old) == [])
        }
    }

    @Test func `Images that came meanwhile are offered with their number, wherever the person is, and nothing moves`() {
        for (count, offer) in [(1, "1 New Photo"), (3, "3 New Photos")] {
            let old = uniqueFeed()
            let new = (0..<count).map { _ in uniqueImage() } + old
            var screen = Screen.looking(at: page(old))
            #expect(screen.does(.feedLoaded(.success(page(new)))) == [])
            #expect(screen.viewModel.rows == old)
            #expect(screen.viewModel.newestOffer == offer)
            #expect(screen.does(.timePassed, at: Self.now.addingTimeInterval(600)) == [], "there is an offer")
            #expect(screen.does(.newestRequested) == ["scrollToTop"])
            #expect(screen.viewModel.rows == new)
        }
        let strangers = uniqueFeed()
        var screen = Screen.looking(at: page(uniqueFeed()))
        _ = screen.does(.feedLoaded(.success(page(strangers))))
        #expect(screen.viewModel.newestOffer == "Show Newest")
    }

    @Test func `A look that finds nothing new, or images that are gone, changes the rows at once and offers nothing`() {
        let old = uniqueFeed()
        for new in [old, Array(old.dropFirst())] {
            var screen = Screen.looking(at: page(old))
            _ = screen.does(.feedLoaded(.success(page(new))))
            #expect(screen.viewModel.rows == new)
            #expect(screen.viewModel.newestOffer == nil)
        }
    }

    @Test func `A look that becomes a load, because the network may be back, shows what it brings`() {
        let old = longFeed()
        for turnsIntoLoad in [true, false] {
            var screen = Screen(showing: page(old))
            _ = screen.does(.refreshRequested, after: .foregroundChanged(true))
            _ = screen.does(.feedLoaded(.failure(LoadFeedError(remote: .invalidData(.empty)))))
            #expect(screen.viewModel.errorMessage != nil)
            #expect(screen.does(.timePassed, at: Self.now.addingTimeInterval(300)) == ["load"])
            #expect(!screen.viewModel.isRefreshing)
            if turnsIntoLoad { #expect(screen.does(.connectionMayHaveReturned) == []) }
            #expect(screen.viewModel.isRefreshing == turnsIntoLoad)
            let new = [uniqueImage()] + old
            _ = screen.does(.feedLoaded(.success(page(new))))
            #expect(screen.viewModel.rows == (turnsIntoLoad ? new : old))
            #expect((screen.viewModel.newestOffer == nil) == turnsIntoLoad)
        }
    }

    @Test func `If nobody answers a look, the screen says that its feed is a saved one, and looks again`() {
        let old = uniqueFeed()
        for result in [
            .success(cachedPage(old, after: Self.offline)), .failure(LoadFeedError(remote: Self.offline)),
        ] as [Result<FeedPage, any Error>] {
            var screen = Screen.looking(at: page(old))
            #expect(screen.does(.feedLoaded(result), at: Self.now.addingTimeInterval(300)) == ["wait 2.0 seconds"])
            #expect(screen.viewModel.note == "Offline. Saved 5 minutes ago.")
            #expect(screen.viewModel.rows == old)
            #expect(screen.does(.waitEnded) == ["load"])
            _ = screen.does(.feedLoaded(.success(page(old))))
            #expect(screen.viewModel.note == nil)
        }
    }

    @Test func `The line stays where it is while the screen is shown, and is gone at the next start`() {
        let old = uniqueFeed()
        let new = [uniqueImage(), uniqueImage()] + old
        var screen = Screen(showing: page(old), seen: SeenFeed(old.map(\.id)))
        #expect(screen.viewModel.firstSeen == nil)
        _ = screen.does(.foregroundChanged(true))
        _ = screen.does(.feedLoaded(.success(page(new))), after: .refreshRequested)
        #expect(screen.viewModel.firstSeen == old[0].id)
        _ = screen.does(.visibleRowsChanged([new[0].id]))
        _ = screen.does(.feedLoaded(.success(page([uniqueImage()] + new))), after: .refreshRequested)
        #expect(screen.viewModel.firstSeen == old[0].id)
        #expect(Screen(showing: page(new), seen: SeenFeed(new.map(\.id))).viewModel.firstSeen == nil)
        #expect(Screen(showing: page(new)).viewModel.firstSeen == nil, "nothing is known on the first start")
    }

    @Test func `What is on the screen in the foreground is remembered, from the highest image on that was seen`() {
        let images = longFeed()
        var screen = Screen(showing: page(images))
        #expect(screen.does(.visibleRowsChanged([images[0].id])) == [], "in the background nobody sees it")
        #expect(screen.does(.foregroundChanged(true)) == ["remember \(images.count)"])
        #expect(screen.does(.visibleRowsChanged([images[1].id])) == [])
        var lower = Screen(showing: page(images))
        _ = lower.does(.foregroundChanged(true))
        #expect(lower.does(.visibleRowsChanged([images[4].id, images[5].id])) == ["remember \(images.count - 4)"])
        #expect(lower.does(.visibleRowsChanged([images[6].id])) == [])
        #expect(lower.does(.visibleRowsChanged([images[2].id])) == ["remember \(images.count - 2)"])
        #expect(lower.does(.visibleRowsChanged([])) == [])
    }

    @Test func `Who looks only at what they have seen doesn't forget it, and new images above stay new`() {
        let old = longFeed()
        let new = [uniqueImage(), uniqueImage()] + old
        var screen = Screen(showing: page(new), seen: SeenFeed(old.map(\.id)))
        _ = screen.does(.foregroundChanged(true))
        #expect(screen.does(.visibleRowsChanged([old[8].id])) == [])
        #expect(screen.does(.visibleRowsChanged([old[0].id])) == [])
        #expect(screen.does(.visibleRowsChanged([new[1].id])) == ["remember \(old.count + 1)"])
    }

    @Test func `B191 The age in the note is updated every minute`() {
        var screen = Screen(showing: page(uniqueFeed(), origin: .cache(after: nil)))
        #expect(screen.viewModel.note == "Updated just now.")
        #expect(screen.does(.timePassed, at: Self.now.addingTimeInterval(60)) == [])
        #expect(screen.viewModel.note == "Updated 1 minute ago.")
    }

    @Test func `B277 A stopped screen cancels what is running and does nothing more`() {
        var loading = Screen()
        _ = loading.does(.appeared)
        #expect(loading.does(.stopped) == ["cancelLoad", "cancelLoadCached"])
        var idle = Screen(showing: page(uniqueFeed()))
        #expect(idle.does(.stopped) == [])
        for event in [.refreshRequested, .appeared, .foregroundChanged(true), .waitEnded] as [FeedScreenState.Event] {
            #expect(loading.does(event) == [])
            #expect(idle.does(event) == [])
        }
    }

    private func page(
        _ images: [FeedImage], hasMore: Bool = false, origin: FeedOrigin = .remote
    ) -> FeedPage {
        let more: FeedPage.LoadMore = { throw CancellationError() }
        return FeedPage(images: images, origin: origin, loadedAt: Self.now, loadMore: hasMore ? more : nil)
    }

    private func cachedPage(_ images: [FeedImage], after error: RemoteError? = nil) -> FeedPage {
        page(images, origin: .cache(after: error))
    }
}

extension FeedScreenState.Event {
    fileprivate var isForeground: Bool {
        if case .foregroundChanged(true) = self { true } else { false }
    }
}
