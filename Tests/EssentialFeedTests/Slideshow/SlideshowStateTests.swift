import EssentialFeed
import Foundation
import TestSupport
import Testing

/// Which image a slideshow shows, and for how long.
@Suite struct SlideshowStateTests {
    private let images = (0..<5).map { _ in uniqueImage() }

    private func feed(_ rows: [FeedImage], hasMore: Bool = false, offer: String? = nil) -> FeedViewModel {
        var feed = FeedViewModel()
        feed.rows = rows
        feed.content = .rows
        feed.loadMore = hasMore ? LoadMoreViewModel() : nil
        feed.newestOffer = offer
        return feed
    }

    private func state(_ feed: FeedViewModel) -> SlideshowState {
        var state = SlideshowState()
        #expect(state.handle(.feedChanged(feed)) == [.cancelTurn])
        return state
    }

    @Test func `A slideshow begins with the first image, and knows those that come next`() {
        let state = state(feed(images))
        #expect(state.viewModel.images == Array(images[0...2]))
        #expect(state.viewModel.number == 1)
        #expect(state.viewModel.count == 5)
    }

    @Test func `An image's turn begins once, when it is seen; then comes the next one, and after the last the first`() {
        var state = state(feed(Array(images[0...1])))
        #expect(state.handle(.imageSeen) == [.startTurn])
        #expect(state.handle(.imageSeen) == [])
        #expect(state.handle(.turnEnded) == [.cancelTurn])
        #expect(state.viewModel.images == [images[1]])
        #expect(state.handle(.imageSeen) == [.startTurn])
        #expect(state.handle(.turnEnded) == [.cancelTurn])
        #expect(state.viewModel.images.first == images[0])
        #expect(state.viewModel.number == 1)
    }

    @Test func `A slideshow begins with the image that the user was looking at, if the feed has it`() {
        for (first, expected) in [(images[3].id, images[3]), (UUID(), images[0])] {
            var state = SlideshowState(first: first)
            #expect(state.handle(.feedChanged(feed([]))) == [])
            #expect(state.handle(.feedChanged(feed(images))) == [.cancelTurn])
            #expect(state.viewModel.images.first == expected)
            _ = state.handle(.nextRequested)
            _ = state.handle(.feedChanged(feed(images, hasMore: true)))
            #expect(state.viewModel.images.first != expected)
        }
    }

    @Test func `While paused no turn begins, whatever is shown; afterwards the image on the screen has a whole turn`() {
        var state = state(feed(images))
        #expect(state.handle(.imageSeen) == [.startTurn])
        #expect(state.handle(.pauseToggled) == [.cancelTurn])
        #expect(state.viewModel.isPaused)
        #expect(state.handle(.nextRequested) == [.cancelTurn])
        #expect(state.handle(.imageSeen) == [])
        #expect(state.handle(.turnChanged) == [])
        #expect(state.handle(.pauseToggled) == [.startTurn])
        #expect(!state.viewModel.isPaused)
        _ = state.handle(.nextRequested)
        #expect(state.handle(.pauseToggled) == [.cancelTurn])
        #expect(state.handle(.pauseToggled) == [], "the image isn't on the screen yet")
    }

    @Test func `Another time per image begins a new turn of the image on the screen`() {
        var state = state(feed(images))
        #expect(state.handle(.turnChanged) == [])
        _ = state.handle(.imageSeen)
        #expect(state.handle(.turnChanged) == [.startTurn])
    }

    @Test func `Before the first image comes the last one`() {
        var state = state(feed(images))
        #expect(state.handle(.previousRequested) == [.cancelTurn])
        #expect(state.viewModel.images == [images[4]])
        #expect(state.handle(.previousRequested) == [.cancelTurn])
        #expect(state.viewModel.images.first == images[3])
        #expect(state.handle(.nextRequested) == [.cancelTurn])
        #expect(state.viewModel.number == 5)
    }

    @Test func `The only image begins another turn`() {
        var state = state(feed([images[0]]))
        #expect(state.handle(.imageSeen) == [.startTurn])
        #expect(state.handle(.turnEnded) == [.startTurn])
        #expect(state.viewModel.images == [images[0]])
    }

    @Test func `The next page is asked for before the last image, as long as there is one`() {
        var state = state(feed(images, hasMore: true))
        #expect(state.handle(.nextRequested) == [.cancelTurn])
        #expect(state.handle(.nextRequested) == [.cancelTurn, .loadMore])
        #expect(state.handle(.feedChanged(feed(images + [uniqueImage()]))) == [])
        #expect(state.viewModel.number == 3)
        #expect(state.handle(.nextRequested) == [.cancelTurn])
    }

    @Test func `A newer feed that is offered takes over with the next image, from its first one on`() {
        var state = state(feed(images))
        #expect(state.handle(.nextRequested) == [.cancelTurn])
        #expect(state.handle(.imageSeen) == [.startTurn])
        #expect(state.handle(.feedChanged(feed(images, offer: "1 New Photo"))) == [])
        #expect(state.handle(.turnEnded) == [.showNewest])
        let newer = [uniqueImage()] + images
        #expect(state.handle(.feedChanged(feed(newer))) == [.cancelTurn])
        #expect(state.viewModel.images.first == newer[0])
    }

    @Test func `What else changes before the newer feed comes leaves the image, and the newer feed begins anew`() {
        var state = state(feed(images, offer: "1 New Photo"))
        #expect(state.handle(.nextRequested) == [.showNewest])
        #expect(state.handle(.feedChanged(feed(images, offer: "2 New Photos"))) == [])
        #expect(state.viewModel.images.first == images[0])
        let newer = [uniqueImage()] + images
        #expect(state.handle(.feedChanged(feed(newer))) == [.cancelTurn])
        #expect(state.viewModel.images.first == newer[0])
        let newest = [uniqueImage()] + newer
        #expect(state.handle(.feedChanged(feed(newest))) == [])
        #expect(state.viewModel.images.first == newer[0])
    }

    @Test func `An image that has left the feed stays until its turn ends; then the feed begins again`() {
        var state = state(feed(images))
        #expect(state.handle(.nextRequested) == [.cancelTurn])
        #expect(state.handle(.imageSeen) == [.startTurn])
        let others = [uniqueImage(), uniqueImage()]
        #expect(state.handle(.feedChanged(feed(others))) == [])
        #expect(state.viewModel.images == [images[1]])
        #expect(state.handle(.turnEnded) == [.cancelTurn])
        #expect(state.viewModel.images == others)
    }

    @Test func `A feed that can't be shown says why in the image's place; its notes and loads are told`() {
        var state = state(feed(images))
        #expect(state.handle(.imageSeen) == [.startTurn])
        var empty = FeedViewModel()
        empty.content = .failed("why")
        empty.note = "note"
        empty.isRefreshing = true
        #expect(state.handle(.feedChanged(empty)) == [.cancelTurn])
        #expect(state.viewModel.images == [])
        #expect(state.viewModel.number == 0)
        #expect(state.viewModel.message == "why")
        #expect(state.viewModel.note == "note")
        #expect(state.viewModel.isLoading)
        #expect(state.handle(.imageSeen) == [])
        #expect(state.handle(.nextRequested) == [])
        #expect(state.handle(.previousRequested) == [])
        #expect(state.handle(.feedChanged(feed(images))) == [.cancelTurn])
        #expect(state.viewModel.message == nil)
        #expect(state.viewModel.images.first == images[0])
    }

    @Test func `Each minute the texts are told the time`() {
        var state = SlideshowState()
        #expect(state.handle(.started) == [.startMinute])
        #expect(state.handle(.minutePassed) == [.tellTime, .startMinute])
    }
}
