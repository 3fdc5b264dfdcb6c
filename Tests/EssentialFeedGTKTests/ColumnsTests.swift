import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline
import XCTest

/// The feed's list with several columns, and with the line. The comment above a function is its name.
final class ColumnsTests: WidgetTestCase {
    /// Up to 1,000 pixels there is one column; above them cards stand beside one another, read row by row
    func test_list_hasColumnsInWideWindow() {
        onMain {
            for (width, isRightToLeft) in [(1_000, false), (1_001, false), (1_200, false), (1_200, true)] {
                gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
                let screen = Screens.feed(.stay)
                screen.display(Screens.feed(Self.images(5), loadMore: LoadMoreViewModel(isLoading: true)))
                let stage = Stage(screen.root, width: Int32(width), height: 2_400)
                runLoop(until: "all cards") { Self.cards(screen).count == 5 }
                stage.settle()
                let cards = Self.cards(screen)
                guard width > 1_000 else {
                    XCTAssertEqual(Set(cards.map(\.frame.x)).count, 1)
                    XCTAssertEqual(cards.map(\.place), [1, 2, 3, 4, 5])
                    stage.close()
                    continue
                }
                XCTAssertEqual(cards[0].frame.y, cards[1].frame.y)
                XCTAssertEqual(cards[2].frame.y, cards[3].frame.y)
                XCTAssertGreaterThan(cards[2].frame.y, cards[0].frame.y)
                XCTAssertEqual(cards[0].frame.x, cards[4].frame.x)
                XCTAssertEqual(cards[0].frame.x < cards[1].frame.x, !isRightToLeft)
                XCTAssertTrue(cards.allSatisfy { (424...624).contains($0.frame.width) }, "\(cards)")
                let more = try XCTUnwrap(screen.root.descendants.first { $0.hasClass("feed-load-more") && $0.isMapped })
                XCTAssertGreaterThan(Double(gtk_widget_get_width(more.pointer)), 1.8 * cards[0].frame.width)
                stage.close()
            }
        }
    }

    /// Columns don't keep a window from becoming as narrow as before
    func test_list_needsNoMoreWidthWithColumns() {
        onMain {
            let screen = Screens.feed(.stay)
            screen.display(Screens.feed(Self.images(9)))
            let stage = Stage(screen.root, width: 1_200)
            runLoop(until: "two columns") { Set(Self.cards(screen).map(\.frame.x)).count == 2 }
            var minimum: Int32 = 0
            gtk_widget_measure(screen.root.pointer, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
            XCTAssertLessThanOrEqual(minimum, 360)
            stage.close()
        }
    }

    /// The first picture that is drawn of a wide window has its columns
    func test_list_drawsColumnsFromTheFirstFrame() {
        onMain {
            let screen = Screens.feed(.stay)
            screen.display(Screens.feed(Self.images(9)))
            let stage = Stage(screen.root, width: 1_200)
            var drawn: [Int] = []
            screen.root.afterFrame { drawn.append(Set(Self.cards(screen).map(\.frame.x)).count) }
            runLoop(until: "the first frame") { !drawn.isEmpty }
            XCTAssertEqual(drawn, [2])
            stage.close()
        }
    }

    /// There are no more columns than photos
    func test_list_hasNoMoreColumnsThanImages() {
        onMain {
            let (screen, pictures) = Screens.feed(keepingPicturesIn: PictureCache<Texture>())
            let images = Self.images(3)
            screen.display(Screens.feed([images[0]]))
            let stage = Stage(screen.root, width: 1_200)
            runLoop(until: "the card") { Self.cards(screen).count == 1 }
            stage.settle()
            XCTAssertEqual(pictures.columns, 1)
            let frame = try XCTUnwrap(Self.cards(screen).first).frame
            XCTAssertEqual(frame.x + frame.width / 2, 600, accuracy: 2)
            for (count, columns) in [(2, 2), (3, 2), (1, 1)] {
                screen.display(Screens.feed(Array(images[..<count])))
                stage.settle()
                XCTAssertEqual(pictures.columns, columns)
            }
            stage.close()
        }
    }

    /// Of the photos that come to stand in a row, the one that somebody looks at keeps its place in the list
    func test_list_keepsRowOfTheImageLookedAt() {
        onMain {
            let screen = Screens.feed(.stay)
            screen.display(Screens.feed(Self.images(60)))
            let stage = Stage(screen.root, width: 500, height: 700)
            runLoop(until: "the first card") { Self.cards(screen).first?.place == 1 }
            stage.settle()
            let second = try XCTUnwrap(Self.cards(screen).first { $0.place == 2 }).frame
            screen.scroll(by: second.y - 20)
            stage.settle()
            let list = try XCTUnwrap(screen.root.descendants.first { $0.isA(gtk_list_view_get_type()) })
            @MainActor func item(_ position: Int) -> UnsafeMutableRawPointer? {
                let model = gtk_list_view_get_model(list.opaque)
                let item = g_list_model_get_item(model, guint(position))
                item.map { g_object_unref($0) }
                return item
            }
            let lookedAt = item(1)
            gtk_window_set_default_size(stage.window.window, 1_200, 700)
            runLoop(until: "two columns") { Set(Self.cards(screen).map(\.frame.x)).count == 2 }
            XCTAssertEqual(item(0), lookedAt)
            stage.close()
        }
    }

    /// Left and Right go from card to card in the direction of the language, and arrows pass over the line
    func test_keys_moveAmongCards() {
        onMain {
            for (isRightToLeft, onward, back) in [
                (false, GDK_KEY_Right, GDK_KEY_Left), (true, GDK_KEY_Left, GDK_KEY_Right),
            ] {
                gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
                let images = Self.images(6)
                let screen = Screens.feed(.stay)
                var viewModel = Screens.feed(images)
                viewModel.firstSeen = images[3].id
                screen.display(viewModel)
                let stage = Stage(screen.root, width: 1_200, height: 3_000)
                runLoop(until: "all cards") { Self.cards(screen).count == 6 }
                stage.settle()
                gtk_widget_child_focus(try XCTUnwrap(Self.card(1, in: screen)).pointer, GTK_DIR_TAB_FORWARD)
                runLoop(until: "the focus on the first card") { Self.focusedPlace(screen) == 1 }
                var places: [Int?] = []
                for key in [
                    onward, onward, onward, onward, GDK_KEY_Down, GDK_KEY_Up, GDK_KEY_Up, GDK_KEY_Down, back, back,
                    back,
                ] {
                    stage.press(key)
                    stage.settle()
                    places.append(Self.focusedPlace(screen))
                }
                XCTAssertEqual(places, [2, 3, 4, 5, 6, 4, 3, 4, 3, 2, 1])
                stage.close()
            }
        }
    }

    /// In any number of columns, the ring of the focus is around the focused card alone
    func test_focus_isSeenOnOneCard() {
        onMain {
            for (width, columns) in [(500, 1), (1_200, 2), (1_600, 3)] {
                let screen = Screens.feed(.stay)
                screen.display(Screens.feed(Self.images(6)))
                let stage = Stage(screen.root, width: Int32(width), height: 2_000)
                runLoop(until: "the cards") { Self.cards(screen).count >= 4 }
                stage.settle()
                XCTAssertEqual(Set(Self.cards(screen).map(\.frame.x)).count, columns)
                stage.press(GDK_KEY_Down)
                for place in 1...3 {
                    stage.settle()
                    XCTAssertEqual(Self.focusedPlace(screen), place)
                    let pixels = Pixels(try XCTUnwrap(stage.picture()))
                    let ringed = Self.cards(screen).filter { card in
                        pixels.isAccent(x: Int(card.frame.x) + 1, y: Int(card.frame.y + card.frame.height / 2))
                    }
                    XCTAssertEqual(ringed.map(\.place), [place], "\(columns)")
                    stage.press(columns > 1 ? GDK_KEY_Right : GDK_KEY_Down)
                }
                stage.close()
            }
        }
    }

    /// Home, End and the page keys take the focus with them, at the ends as well
    func test_pageKeys_moveFocus() {
        onMain {
            for (width, columns) in [(500, 1), (1_200, 2), (1_600, 3)] {
                let screen = Screens.feed(.stay)
                screen.display(Screens.feed(Self.images(60)))
                let stage = Stage(screen.root, width: Int32(width), height: 700)
                runLoop(until: "the first card") { Self.cards(screen).first?.place == 1 }
                stage.settle()
                @MainActor func press(_ key: Int32) -> (focus: Int?, seen: [Int]) {
                    stage.press(key)
                    for _ in 0..<3 { stage.settle() }
                    let seen = Self.cards(screen).filter { $0.frame.y < 700 && $0.frame.y + $0.frame.height > 0 }
                    return (Self.focusedPlace(screen), seen.map(\.place))
                }
                for _ in 0..<3 {
                    screen.scroll(by: 3_000)
                    stage.settle()
                    XCTAssertEqual(press(GDK_KEY_Home).focus, 1, "\(columns)")
                    XCTAssertEqual(screen.place, nil)
                    XCTAssertEqual(press(GDK_KEY_End).focus, 60, "\(columns)")
                    XCTAssertEqual(Self.cards(screen).last?.place, 60)
                    let up = press(GDK_KEY_Page_Up)
                    XCTAssertTrue(up.seen.contains(up.focus ?? 0), "\(columns): \(up)")
                    XCTAssertEqual(press(GDK_KEY_Home).focus, 1, "\(columns)")
                    let down = press(GDK_KEY_Page_Down)
                    XCTAssertTrue(down.seen.contains(down.focus ?? 0), "\(columns): \(down)")
                    XCTAssertGreaterThan(down.focus ?? 0, 1)
                }
                stage.close()
            }
        }
    }

    /// On the way to the end of the feed the list stays at its end, and Stop and then the last row have the focus
    func test_list_followsTheEnd() {
        onMain {
            for width in [500, 1_600] {
                let images = Self.images(60)
                let screen = Screens.feed(.stay)
                screen.display(Screens.feed(Array(images[..<20]), loadMore: LoadMoreViewModel()))
                let stage = Stage(screen.root, width: Int32(width), height: 700)
                runLoop(until: "the first card") { Self.cards(screen).first?.place == 1 }
                stage.press(GDK_KEY_End)
                for count in [20, 40] {
                    let loadMore = LoadMoreViewModel(isLoading: true, progress: "\(count) loaded")
                    screen.display(Screens.feed(Array(images[..<count]), loadMore: loadMore))
                    for _ in 0..<3 { stage.settle() }
                    XCTAssertTrue(screen.root.descendants.contains { $0.text(is: "\(count) loaded") && $0.isMapped })
                    let focus = try XCTUnwrap(screen.root.descendants.first { $0.hasFocus })
                    XCTAssertEqual(gtk_button_get_label(focus.button).map { String(cString: $0) }, "Stop")
                }
                screen.display(Screens.feed(images))
                for _ in 0..<3 { stage.settle() }
                XCTAssertTrue((width > 1_000 ? [58, 59, 60] : [60]).contains(Self.focusedPlace(screen)))
                XCTAssertEqual(Self.cards(screen).last?.place, 60)
                stage.close()
            }
        }
    }

    /// A wider and a narrower window leave the photo somebody looks at in view, and the focus on its card
    func test_list_keepsItsPlaceWhenResized() {
        onMain {
            for distance in [900.0, 4_000, 9_000] {
                let screen = Screens.feed(.stay)
                screen.display(Screens.feed(Self.images(60)))
                let stage = Stage(screen.root, width: 500, height: 700)
                runLoop(until: "the first card") { Self.cards(screen).first?.place == 1 }
                stage.settle()
                screen.scroll(by: distance)
                stage.settle()
                let focused = try XCTUnwrap(Self.cards(screen).first { $0.frame.y >= 40 }).place
                gtk_widget_child_focus(try XCTUnwrap(Self.card(focused, in: screen)).pointer, GTK_DIR_TAB_FORWARD)
                runLoop(until: "the focus on \(focused)") { Self.focusedPlace(screen) == focused }
                stage.settle()
                for width in [1_200, 500, 1_100, 600] {
                    gtk_window_set_default_size(stage.window.window, Int32(width), 700)
                    runLoop(until: "columns for \(width)") {
                        Set(Self.cards(screen).map(\.frame.x)).count == (width > 1_000 ? 2 : 1)
                    }
                    stage.settle()
                    let frame = try XCTUnwrap(
                        Self.cards(screen).first { $0.place == focused }?.frame, "\(focused) at \(width)")
                    XCTAssertLessThan(frame.y, 700, "\(focused) at \(width)")
                    XCTAssertGreaterThan(frame.y + frame.height, 40, "\(focused) at \(width)")
                    XCTAssertEqual(Self.focusedPlace(screen), focused, "at \(width)")
                }
                stage.close()
            }
        }
    }

    /// Newer photos in front leave the photo in view that somebody looks at further down, and don't move its row
    func test_list_keepsItsPlaceBehindNewerImages() {
        onMain {
            let images = Self.images(80)
            let screen = Screens.feed(.stay)
            screen.display(Screens.feed(Array(images[21...])))
            let stage = Stage(screen.root, width: 1_200, height: 700)
            runLoop(until: "the first card") { Self.cards(screen).first?.place == 22 }
            stage.settle()
            screen.scroll(by: 3_000)
            stage.settle()
            let before = Self.cards(screen)
            screen.display(Screens.feed(images))
            stage.settle()
            let after = Self.cards(screen)
            let rows = Set(before.map(\.frame.y)).intersection(after.map(\.frame.y))
            let stayed = { (cards: [Card]) in Set(cards.filter { rows.contains($0.frame.y) }.map(\.place)) }
            XCTAssertFalse(stayed(before).isDisjoint(with: stayed(after)), "\(before), \(after)")
            stage.close()
        }
    }

    /// As many cards exist for 100,000 photos as for 1,000, wherever the list is scrolled to
    func test_list_recyclesRows() {
        onMain {
            var counts: [Int] = []
            for count in [1_000, 100_000] {
                let screen = Screens.feed(.stay)
                screen.display(Screens.feed(Self.images(count)))
                let stage = Stage(screen.root, width: 1_200, height: 700)
                runLoop(until: "the first card") { Self.cards(screen).first?.place == 1 }
                stage.settle()
                for _ in 0..<5 {
                    screen.scroll(by: 40_000)
                    stage.settle()
                    XCTAssertFalse(Self.cards(screen).isEmpty)
                }
                counts.append(screen.root.descendants.count { $0.hasClass("feed-card") })
                stage.close()
            }
            XCTAssertLessThanOrEqual(counts[1], 2 * 220)
            XCTAssertEqual(counts[0], counts[1], accuracy: 40)
            XCTAssertGreaterThan(counts[1], 100)
        }
    }

    /// The pictures are told how many columns there are, and how wide their cards are, before anything is drawn
    func test_list_tellsColumnsAndSizes() {
        onMain {
            let (screen, pictures) = Screens.feed(keepingPicturesIn: PictureCache<Texture>())
            screen.display(Screens.feed(Self.images(9)))
            let stage = Stage(screen.root, width: 1_200)
            var drawn: (columns: Int, sizing: PictureSizing)?
            screen.root.afterFrame { drawn = (pictures.columns, pictures.sizing) }
            runLoop(until: "the first frame") { drawn != nil }
            XCTAssertEqual(drawn?.columns, 2)
            XCTAssertEqual(drawn?.sizing, .cards(width: FeedColumns.pictureWidth(width: 1_200, count: 2)))
            stage.settle()
            XCTAssertEqual(pictures.sizing, drawn?.sizing, "the cards are as wide as was expected")
            gtk_window_set_default_size(stage.window.window, 600, 640)
            runLoop(until: "one column") { pictures.columns == 1 }
            stage.settle()
            XCTAssertEqual(pictures.sizing, .cards(width: 552))
            stage.close()
        }
    }

    /// The line stands between the last new card and the first that was there, and takes no focus
    func test_list_showsLine() {
        onMain {
            for (width, columns) in [(400, 1), (1_200, 2)] {
                let images = Self.images(6)
                let screen = Screens.feed(.stay)
                var viewModel = Screens.feed(images)
                viewModel.firstSeen = images[3].id
                screen.display(viewModel)
                let stage = Stage(screen.root, width: Int32(width), height: 3_000)
                runLoop(until: "all cards") { Self.cards(screen).count == 6 }
                stage.settle()
                let line = try XCTUnwrap(screen.root.descendants.first { $0.hasClass("feed-new-since") && $0.isMapped })
                let frame = Self.frame(line, in: screen)
                let cards = Self.cards(screen)
                XCTAssertEqual(cards.map(\.place), [1, 2, 3, 4, 5, 6])
                XCTAssertTrue(cards[..<3].allSatisfy { $0.frame.y + $0.frame.height < frame.y })
                XCTAssertTrue(cards[3...].allSatisfy { $0.frame.y > frame.y + frame.height })
                XCTAssertGreaterThan(frame.width, Double(columns) * cards[0].frame.width * 0.99)
                XCTAssertEqual(
                    gtk_accessible_get_accessible_role(OpaquePointer(line.pointer)), GTK_ACCESSIBLE_ROLE_SEPARATOR)
                let row = try XCTUnwrap(gtk_widget_get_parent(line.pointer))
                XCTAssertEqual(gtk_widget_child_focus(row, GTK_DIR_TAB_FORWARD), 0)
                viewModel.firstSeen = nil
                screen.display(viewModel)
                stage.settle()
                XCTAssertFalse(screen.root.descendants.contains { $0.hasClass("feed-new-since") && $0.isMapped })
                stage.close()
            }
        }
    }

    /// A line that comes with newer photos moves nobody who is further down
    func test_list_keepsItsPlaceWhenLineComes() {
        onMain {
            for width in [400, 1_200] {
                let images = Self.images(40)
                let screen = Screens.feed(.stay)
                screen.display(Screens.feed(Array(images[4...])))
                let stage = Stage(screen.root, width: Int32(width), height: 700)
                runLoop(until: "the first card") { Self.cards(screen).first?.place == 5 }
                stage.settle()
                screen.scroll(by: 2_000)
                stage.settle()
                let before = Self.cards(screen)
                var viewModel = Screens.feed(images)
                viewModel.firstSeen = images[4].id
                screen.display(viewModel)
                stage.settle()
                XCTAssertEqual(Self.cards(screen), before, "\(width)")
                stage.close()
            }
        }
    }

    /// After the viewer, the card of a photo that the list has to be scrolled to has the focus
    func test_focus_returnsToCardFarAway() {
        onMain {
            for width in [400, 1_200] {
                let images = Self.images(60)
                let screen = Screens.feed(.stay)
                screen.display(Screens.feed(images))
                let navigator = Navigator()
                navigator.start(with: screen.root)
                let stage = Stage(navigator.root, width: Int32(width), height: 700)
                runLoop(until: "the first card") { Self.cards(screen).first?.place == 1 }
                for place in [40, 2, 60] {
                    let viewer = Screens.comments()
                    navigator.push(viewer.root) { [weak screen] in
                        screen?.reveal(images[place - 1].id)
                        screen?.returnFocus()
                    }
                    runLoop(until: "the screen above") { viewer.root.isMapped && !screen.root.isMapped }
                    navigator.goBack()
                    runLoop(until: "the focus on \(place)") { Self.focusedPlace(screen) == place }
                    stage.settle()
                    let frame = try XCTUnwrap(Self.cards(screen).first { $0.place == place }?.frame)
                    XCTAssertTrue(frame.y < 700 && frame.y + frame.height > 40, "\(place) at \(width): \(frame)")
                }
                stage.close()
            }
        }
    }

    /// A card on the screen by the number of its place, and where it is.
    private struct Card: Equatable {
        let place: Int
        let frame: Frame
    }

    private struct Frame: Equatable {
        let x, y, width, height: Double
    }

    private static func images(_ count: Int) -> [FeedImage] {
        (1...count).map { number in
            FeedImage(
                id: UUID(), description: nil, location: "place \(number)", url: URL(filePath: "/image-\(number)"),
                pixelSize: PixelSize(width: 1_600, height: number % 3 == 0 ? 1_600 : 1_000))
        }
    }

    /// The cards on the screen in the order of their places.
    @MainActor
    private static func cards(_ screen: FeedScreen) -> [Card] {
        screen.root.descendants.filter { $0.hasClass("feed-card") && $0.isMapped }.compactMap { card in
            place(card).map { Card(place: $0, frame: frame(card, in: screen)) }
        }
        .sorted { $0.place < $1.place }
    }

    @MainActor
    private static func card(_ place: Int, in screen: FeedScreen) -> Widget? {
        screen.root.descendants.first { $0.hasClass("feed-card") && $0.isMapped && Self.place($0) == place }
    }

    @MainActor
    private static func place(_ card: Widget) -> Int? {
        card.descendants.first { $0.hasClass("feed-location") }.flatMap { Int($0.text.dropFirst("place ".count)) }
    }

    @MainActor
    private static func frame(_ widget: Widget, in screen: FeedScreen) -> Frame {
        var bounds = graphene_rect_t()
        _ = gtk_widget_compute_bounds(widget.pointer, screen.root.pointer, &bounds)
        return Frame(
            x: Double(bounds.origin.x), y: Double(bounds.origin.y), width: Double(bounds.size.width),
            height: Double(bounds.size.height))
    }

    @MainActor
    private static func focusedPlace(_ screen: FeedScreen) -> Int? {
        screen.root.descendants.first { $0.hasClass("feed-card") && $0.descendants.contains { $0.hasFocus } }
            .flatMap(place)
    }
}
