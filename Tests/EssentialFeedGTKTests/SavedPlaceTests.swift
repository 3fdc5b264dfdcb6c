import CAdwaita
import CGtkKit
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import ImageFormats
import XCTest

/// The feed at the place of the last session. The comment above a function is its name.
final class SavedPlaceTests: WidgetTestCase {
    /// From the first frame that shows the feed, it is at the saved place, however far down and whatever the heights
    func test_feed_isNeverElsewhere() {
        onMain {
            for (width, height) in [(400, 640), (360, 294), (480, 800), (1_200, 294), (1_200, 900), (1_600, 900)] {
                for (position, passed) in [(6, 0.5), (12, 0.0), (24, 0.9), (48, 0.25)] {
                    for isLaidOut in [true, false] {
                        let screen = Screens.feed(.stay)
                        let stage = Stage(screen.root, width: Int32(width), height: Int32(height))
                        if isLaidOut { stage.settle() }
                        let frames = Frames(of: screen, with: Self.rows[position].id)
                        screen.display(Screens.feed(Self.rows))
                        screen.scroll(to: FeedPlace.Card(id: Self.rows[position].id, passed: passed))
                        runLoop(until: "the cards") { !frames.places.isEmpty }
                        stage.settle()
                        frames.stop()
                        for place in frames.places {
                            XCTAssertEqual(place?.id, Self.rows[position].id, "\(width), \(height)")
                            XCTAssertEqual(place?.passed ?? 0, passed, accuracy: 0.02, "\(width), \(height)")
                        }
                        stage.close()
                    }
                }
            }
        }
    }

    /// The place that is read is the one that is shown again; at the end, the list can't scroll as far
    func test_place_isWhereTheListIs() {
        onMain {
            let (screen, stage) = Stage.feed(Screens.feed(Self.rows))
            stage.settle()
            XCTAssertNil(screen.place)
            screen.scroll(by: 2_345)
            stage.settle()
            let place = try XCTUnwrap(screen.place)
            stage.close()

            let again = Screens.feed(.stay)
            again.display(Screens.feed(Self.rows))
            again.scroll(to: place)
            let other = Stage(again.root).settled()
            XCTAssertEqual(again.place?.id, place.id)
            XCTAssertEqual(again.place?.passed ?? 0, place.passed, accuracy: 0.01)
            let last = FeedPlace.Card(id: Self.rows[Self.rows.count - 1].id, passed: 0.5)
            again.scroll(to: last)
            other.settle()
            let end = try XCTUnwrap(again.place)
            XCTAssertNotEqual(end, last)
            XCTAssertNotEqual(end.id, place.id)
            other.close()
        }
    }

    /// Below a screen that opens at once, the feed waits for its place, and is there when one goes back
    func test_feed_isAtItsPlaceBelowAnotherScreen() {
        onMain {
            for isAnimated in [true, false] {
                Surroundings.set("gtk-enable-animations", isAnimated)
                let navigator = Navigator()
                let (feed, cover) = (Screens.feed(.stay), Screens.comments())
                navigator.start(with: feed.root)
                let stage = Stage(navigator.root).settled()
                feed.display(Screens.feed(Self.rows))
                let card = FeedPlace.Card(id: Self.rows[30].id, passed: 0.5)
                feed.scroll(to: card)
                navigator.withoutSliding { navigator.push(cover.root) }
                XCTAssertEqual(adw_leaflet_get_child_transition_running(navigator.root.opaque), 0)
                stage.settle()
                XCTAssertFalse(feed.root.isMapped)
                XCTAssertEqual(feed.place, card)
                let frames = Frames(of: feed)
                navigator.goBack()
                runLoop(until: "the feed") { feed.root.isMapped && !cover.root.isMapped }
                stage.settle()
                frames.stop()
                XCTAssertFalse(frames.places.isEmpty)
                for place in frames.places { XCTAssertEqual(place?.id, card.id) }
                XCTAssertEqual(gtkkit_animates(gtk_settings_get_default()) != 0, isAnimated)
                stage.close()
            }
        }
    }

    /// Rows of different shapes and with texts of different lengths.
    @MainActor private static let rows = (1...60).map { number in
        Screens.image(
            number, description: String(repeating: "words ", count: number * 7 % 40), location: "place \(number)",
            size: [nil, PixelSize(width: 3, height: 4), PixelSize(width: 16, height: 9)][number % 3])
    }
}

/// The feed's place in each frame drawn while its list is on the screen.
@MainActor
private final class Frames {
    private(set) var places: [FeedPlace.Card?] = []
    private let clock: UnsafeMutableRawPointer
    private var connection: UInt = 0

    /// - Parameter id: The photo to use as the place if it is anywhere in the first row.
    init(of screen: FeedScreen, with id: FeedImage.ID? = nil) {
        clock = UnsafeMutableRawPointer(gtk_widget_get_frame_clock(screen.root.pointer))!
        connection = Signal.connect(clock, "paint") { [weak self] _ in
            guard screen.root.descendants.contains(where: { $0.hasClass("feed-card") && $0.isMapped }) else { return }
            self?.places.append(screen.shownPlace(with: id))
        }
    }

    func stop() {
        Signal.disconnect(clock, connection)
    }
}

extension FeedScreen {
    /// The card at the top of the screen, according to the layout.
    @MainActor fileprivate func shownPlace(with id: FeedImage.ID?) -> FeedPlace.Card? {
        guard let list = root.descendants.first(where: { $0.hasClass("feed-list") }),
            let scroller = gtk_widget_get_ancestor(list.pointer, gtk_scrolled_window_get_type())
        else { return nil }
        let cards = root.descendants.filter { $0.hasClass("feed-card") && $0.isMapped }
        let placed = cards.compactMap { card -> (row: FeedImage, top: Double, height: Double)? in
            var bounds = graphene_rect_t()
            let place = card.descendants.first { label in label.isLabel && rows.contains { $0.location == label.text }
            }?
            .text
            guard let row = rows.first(where: { $0.location == place }),
                gtk_widget_compute_bounds(gtk_widget_get_parent(card.pointer), scroller, &bounds) != 0
            else { return nil }
            return (row, Double(bounds.origin.y), Double(bounds.size.height))
        }
        guard let first = placed.filter({ $0.top + $0.height > 0 }).min(by: { $0.top < $1.top }) else { return nil }
        let top = placed.first { $0.top == first.top && $0.row.id == id } ?? first
        return FeedPlace.Card(id: top.row.id, passed: max(0, -top.top) / top.height)
    }
}
