import EssentialFeed
import Foundation
import HTTPTransport
import ImageFormats
import TestSupport
import Testing

/// Where a person was, as the state of the feed screen takes it up again.
@Suite struct FeedPlaceTests {
    private typealias Screen = FeedStateScreen

    private static let now = TestTime().value

    @Test func `The first cached feed is shown at the photo and as far past it as the last session left it`() {
        let images = longFeed()
        var screen = Screen(at: FeedPlace(top: images[4].id, passed: 0.25, in: images))
        _ = screen.does(.appeared)
        let card = FeedPlace.Card(id: images[4].id, passed: 0.25)
        #expect(screen.does(.cachedFeedLoaded(.success(saved(images)))) == [scroll(to: card)])
        #expect(screen.viewModel.rows == images)
    }

    @Test func `At the top of the feed, and without a saved place, the list isn't moved`() {
        let images = longFeed()
        let top = FeedPlace(top: images[0].id, passed: 0, in: images)
        for place in [nil, FeedPlace(), top, FeedPlace(top: nil, passed: 0.5, in: images)] {
            var screen = Screen(at: place)
            _ = screen.does(.appeared)
            #expect(screen.does(.cachedFeedLoaded(.success(saved(images)))) == [])
        }
    }

    @Test func `If the photo is gone, the next older one that is still there is at the top, from its beginning`() {
        let images = longFeed()
        let place = FeedPlace(top: images[4].id, passed: 0.5, in: images)
        let rest = images.filter { ![images[4].id, images[5].id].contains($0.id) }
        #expect(place.card(in: rest) == FeedPlace.Card(id: images[6].id, passed: 0))
        #expect(place.card(in: Array(images.prefix(4))) == nil)
        #expect(place.card(in: Array(images.dropFirst(5))) == nil, "the next older one is at the top already")
        #expect(FeedPlace(top: UUID(), passed: 0.5, in: images).card(in: images) == nil)
        let many = (0..<40).map { _ in uniqueImage() }
        #expect(FeedPlace(top: many[5].id, passed: 0, in: many).images == many[5..<35].map(\.id))
    }

    @Test func `If the cached feed no longer has the photo, the top is shown`() {
        let images = longFeed()
        var screen = Screen(at: FeedPlace(top: images[4].id, passed: 0.25, in: images))
        _ = screen.does(.appeared)
        #expect(screen.does(.cachedFeedLoaded(.success(saved(uniqueFeed())))) == [])
        // A later feed that has it doesn't move the user.
        #expect(screen.does(.feedLoaded(.success(page(images)))) == [])
    }

    @Test func `If the server answers first, its feed is shown at the place`() {
        let images = longFeed()
        var screen = Screen(at: FeedPlace(top: images[4].id, passed: 0.25, in: images))
        _ = screen.does(.appeared)
        let actions = screen.does(.feedLoaded(.success(page(images))))
        #expect(actions == ["cancelLoadCached", scroll(to: FeedPlace.Card(id: images[4].id, passed: 0.25))])
    }

    @Test func `A place that is read after the screen has appeared is shown in the first feed, and never later`() {
        let images = longFeed()
        for isLate in [false, true] {
            var screen = Screen()
            let place = FeedPlace(top: images[4].id, passed: 0.5, in: images)
            _ = screen.does(.appeared)
            if !isLate { #expect(screen.does(.placeFound(place)) == []) }
            let card = FeedPlace.Card(id: images[4].id, passed: 0.5)
            #expect(screen.does(.cachedFeedLoaded(.success(saved(images)))).contains(scroll(to: card)) == !isLate)
            if isLate { #expect(screen.does(.placeFound(place)) == []) }
            #expect(!screen.does(.feedLoaded(.success(page(images)))).contains(scroll(to: card)))
        }
    }

    @Test func `New photos that the first answer brings are offered at the saved place, and the rows stay`() {
        let images = longFeed()
        let new = [uniqueImage(), uniqueImage()] + images.prefix(8)
        var screen = Screen(at: FeedPlace(top: images[2].id, passed: 0, in: images), showing: saved(images))
        #expect(screen.does(.feedLoaded(.success(page(new)))) == [])
        #expect(screen.viewModel.rows == images)
        #expect(screen.viewModel.newestOffer == "2 New Photos")
        #expect(screen.does(.newestRequested) == ["scrollToTop"])
        #expect(screen.viewModel.rows == new)
    }

    @Test func `New photos are offered at the saved place also if the first answer was that there is no connection`() {
        let images = longFeed()
        let new = [uniqueImage()] + images
        var screen = Screen(at: FeedPlace(top: images[2].id, passed: 0, in: images), showing: saved(images))
        let offline = FeedOrigin.cache(after: .connectivity(HTTPClientError(.refused)))
        _ = screen.does(.feedLoaded(.success(page(images, origin: offline))))
        _ = screen.does(.connectionMayHaveReturned)
        _ = screen.does(.feedLoaded(.success(page(new))))
        #expect(screen.viewModel.rows == images)
        #expect(screen.viewModel.newestOffer == "1 New Photo")
    }

    @Test func `Below a viewer that was opened again at the top of the feed, new photos move nothing either`() {
        let images = longFeed()
        var screen = Screen(at: FeedPlace(viewed: images[0].id), showing: saved(images))
        _ = screen.does(.feedLoaded(.success(page([uniqueImage()] + images))))
        #expect(screen.viewModel.rows == images)
        #expect(screen.viewModel.newestOffer == "1 New Photo")
    }

    @Test func `Once the server has answered, the saved place is one like any other, and what comes later is shown`() {
        let images = longFeed()
        var screen = Screen(at: FeedPlace(viewed: images[0].id), showing: saved(images))
        _ = screen.does(.feedLoaded(.success(page(images))))
        let new = [uniqueImage()] + images
        _ = screen.does(.waitEnded)
        _ = screen.does(.feedLoaded(.success(page(new))))
        #expect(screen.viewModel.rows == new && screen.viewModel.newestOffer == nil)
    }

    @Test func `A person who goes to the new photos has left the saved place, though no server has answered yet`() {
        let images = longFeed()
        let (newer, newest) = ([uniqueImage()] + images, [uniqueImage(), uniqueImage()] + images)
        var screen = Screen(at: FeedPlace(viewed: images[0].id), showing: saved(images))
        let offline = FeedOrigin.cache(after: .connectivity(HTTPClientError(.refused)))
        _ = screen.does(.feedLoaded(.success(page(newer, origin: offline))))
        #expect(screen.viewModel.newestOffer == "1 New Photo")
        _ = screen.does(.newestRequested)
        _ = screen.does(.waitEnded)
        _ = screen.does(.feedLoaded(.success(page(newest))))
        #expect(screen.viewModel.rows == newest && screen.viewModel.newestOffer == nil)
    }

    @Test func `At the top, the newest feed takes the saved one's place at once`() {
        let images = longFeed()
        let new = [uniqueImage()] + images
        var screen = Screen(at: FeedPlace(), showing: saved(images))
        _ = screen.does(.feedLoaded(.success(page(new))))
        #expect(screen.viewModel.rows == new)
    }

    @Test func `The viewer and the comments that were open are opened again, if the feed has their photos`() {
        let images = longFeed()
        let (viewed, commented) = (images[3], images[5])
        for (place, wanted) in [
            (FeedPlace(viewed: viewed.id), FeedScreenState.Action.reopen(viewed: viewed, commented: nil)),
            (FeedPlace(commented: commented.id), .reopen(viewed: nil, commented: commented)),
            (FeedPlace(viewed: viewed.id, commented: commented.id), .reopen(viewed: viewed, commented: commented)),
            (FeedPlace(viewed: UUID(), commented: commented.id), .reopen(viewed: nil, commented: commented)),
        ] {
            var screen = Screen(at: place)
            _ = screen.does(.appeared)
            #expect(screen.does(.cachedFeedLoaded(.success(saved(images)))) == ["\(wanted)"])
        }
        var screen = Screen(at: FeedPlace(viewed: UUID()))
        _ = screen.does(.appeared)
        #expect(screen.does(.cachedFeedLoaded(.success(saved(images)))) == [])
    }

    @Test func `A place is read back as it was saved; what can't be, or is absurd, counts as the top`() throws {
        let images = longFeed()
        var place = FeedPlace(top: images[1].id, passed: 0.5, in: images)
        place.viewed = images[2].id
        #expect(try JSONDecoder().decode(FeedPlace.self, from: JSONEncoder().encode(place)) == place)
        let texts = [
            #"{"images":"x","passed":1e300,"viewed":7}"#, #"{"images":[1,2],"passed":-3,"commented":{}}"#, "{}",
            #"{"images":[],"passed":null,"viewed":""}"#,
        ]
        for text in texts {
            let read = try JSONDecoder().decode(FeedPlace.self, from: Data(text.utf8))
            #expect(read.card(in: images) == nil)
            #expect(read.viewed == nil && read.commented == nil)
            #expect((0...1).contains(read.passed))
        }
        let many = (0..<100_000).map { _ in #""\#(UUID())""# }.joined(separator: ",")
        let long = try JSONDecoder().decode(FeedPlace.self, from: Data(#"{"images":[\#(many)]}"#.utf8))
        #expect(long.images.count == 30)
    }

    @Test func `An image that is on the screen keeps its shape, whatever has been cached meanwhile`() {
        let size = PixelSize(width: 3, height: 4)
        let images = (0..<3).map { _ in uniqueImage() }
        func measured(_ image: FeedImage, _ size: PixelSize?) -> FeedImage {
            FeedImage(
                id: image.id, description: image.description, location: image.location, url: image.url,
                measuredSize: size)
        }
        let shown = [measured(images[0], nil), measured(images[1], size)]
        let later = [measured(images[0], size), measured(images[1], nil), measured(images[2], size)]
        var screen = Screen(at: nil, showing: saved(shown))
        _ = screen.does(.feedLoaded(.success(page(later))))
        #expect(screen.viewModel.rows == shown + [later[2]])
    }

    private func page(_ images: [FeedImage], origin: FeedOrigin = .remote) -> FeedPage {
        FeedPage(images: images, origin: origin, loadedAt: Self.now)
    }

    private func saved(_ images: [FeedImage]) -> FeedPage {
        page(images, origin: .cache(after: nil))
    }

    private func scroll(to card: FeedPlace.Card) -> String {
        "\(FeedScreenState.Action.scroll(to: card))"
    }
}

extension FeedStateScreen {
    /// - Parameter saved: The cached feed that came after the screen had appeared, if any.
    fileprivate init(at place: FeedPlace?, showing saved: FeedPage? = nil) {
        self.init()
        if let place { _ = does(.placeFound(place)) }
        guard let saved else { return }
        for event in [.appeared, .cachedFeedLoaded(.success(saved))] as [FeedScreenState.Event] { _ = does(event) }
    }
}

extension FeedPlace {
    fileprivate init(viewed: FeedImage.ID? = nil, commented: FeedImage.ID? = nil) {
        self.init()
        self.viewed = viewed
        self.commented = commented
    }
}
