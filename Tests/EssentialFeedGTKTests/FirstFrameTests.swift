import CAdwaita
import EssentialFeed
import Foundation
import GtkKit
import ImagePipeline
import XCTest

@testable import EssentialFeedGTK

/// The first frames of a list. The comment above a function is its name.
final class FirstFrameTests: WidgetTestCase {
    /// The first frame waits for a screenful of cards only; all others follow, and the load-more row after the last
    func test_list_drawsAScreenfulFirst() {
        onMain {
            let list = Self.list()
            let stage = Stage(list.root)
            list.display(Self.images(60), loadMore: LoadMoreViewModel())
            var first: (cards: Int, hasFooter: Bool)?
            list.root.afterFrame { first = (Array(list.cells).count, list.loadMoreRow.root.isMapped) }
            runLoop(until: "the first frame") { first != nil }
            XCTAssertEqual(first?.cards, 3)
            XCTAssertEqual(first?.hasFooter, false)
            runLoop(until: "all cards") { Array(list.cells).count == 60 }
            XCTAssertEqual(list.offset, 0)
            list.scroll(by: 100_000)
            runLoop(until: "the load-more row") { list.loadMoreRow.root.isMapped }
            stage.close()
        }
    }

    /// Somebody who scrolls in the first moment finds the whole list
    func test_list_hasAllCardsForSomebodyWhoScrolls() {
        onMain {
            let list = Self.list()
            let stage = Stage(list.root)
            list.display(Self.images(60), loadMore: nil)
            var isDrawn = false
            list.root.afterFrame { isDrawn = true }
            runLoop(until: "the first frame") { isDrawn }
            XCTAssertLessThan(list.items.ids.count, 60)
            list.scroll(by: 300)
            XCTAssertEqual(list.items.ids.count, 60)
            stage.close()
        }
    }

    /// A picture in memory is drawn in the same frame as its card
    func test_list_drawsPicturesInMemoryWithTheirCards() {
        onMain {
            let memory = PictureCache<Texture>()
            let images = Self.images(2)
            let earlier = Screens.feed(keepingPicturesIn: memory).screen
            earlier.display(Screens.feed(images))
            let stage = Stage(earlier.root)
            runLoop(until: "the pictures") { Self.shownPictures(earlier) == [true, true] }
            stage.close()
            let screen = Screens.feed(keepingPicturesIn: memory).screen
            screen.display(Screens.feed(images))
            let next = Stage(screen.root)
            // Changes after the painting aren't in the frame.
            let clock = UnsafeMutableRawPointer(try XCTUnwrap(gtk_widget_get_frame_clock(screen.root.pointer)))
            var drawn: [Bool] = []
            let painting = Signal.connect(clock, "paint") { _ in
                if drawn.isEmpty { drawn = Self.shownPictures(screen) }
            }
            runLoop(until: "the first frame") { !drawn.isEmpty }
            Signal.disconnect(clock, painting)
            XCTAssertEqual(drawn, [true, true])
            next.close()
        }
    }

    /// Down begins with the first card whenever it is pressed, also between the arrival of cards and their layout
    func test_keys_beginWithTheFirstCard() {
        onMain {
            for turns in 0..<12 {
                let list = Self.list()
                let images = Self.images(10)
                let stage = Stage(list.root)
                defer { stage.close() }
                stage.settle()
                list.display(images, loadMore: nil)
                for _ in 0..<turns { g_main_context_iteration(nil, gboolean(0)) }
                guard list.keys.perform(.next, isSpace: false) else { continue }
                stage.settle()
                XCTAssertEqual(list.focusedImage, images[0].id, "after \(turns) turns")
                XCTAssertEqual(list.offset, 0)
            }
        }
    }

    @MainActor
    private static func list() -> FeedList {
        FeedList(language: .english)
    }

    @MainActor
    private static func images(_ count: Int) -> [FeedImage] {
        (1...count).map { Screens.image($0, description: nil, location: "place \($0)") }
    }

    /// Whether each card on the screen shows its picture.
    @MainActor
    private static func shownPictures(_ screen: FeedScreen) -> [Bool] {
        screen.root.descendants.filter { $0.hasClass("feed-picture") && $0.isMapped }.map { $0.hasClass("shown") }
    }
}
