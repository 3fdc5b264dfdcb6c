import CAdwaita
import EssentialFeed
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline
import XCTest

@testable import EssentialFeedGTK

/// The feed's list with rows of photos, and with the line. The comment above a function is its name.
final class RowsTests: WidgetTestCase {
    /// Below 700 pixels there are cards; above, photos stand beside one another in rows of equal height that fill the
    /// window, and have captions of equal height
    func test_list_hasRowsInWideWindow() {
        onMain {
            for (width, isRightToLeft) in [(699, false), (700, false), (1_200, false), (1_200, true)] {
                gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
                let feed = Screens.feed(Self.images(7), loadMore: LoadMoreViewModel(isLoading: true))
                let (screen, stage) = Self.list(feed, width: width, height: 3_200, cards: 7)
                let cards = Self.cards(screen)
                XCTAssertEqual(cards.map(\.place), Array(1...7))
                guard width >= 700 else {
                    XCTAssertEqual(Set(cards.map(\.frame.x)).count, 1)
                    stage.close()
                    continue
                }
                let rows = Dictionary(grouping: cards, by: \.frame.y).sorted { $0.key < $1.key }.map(\.value)
                XCTAssertGreaterThan(rows.count, 1)
                for row in rows.dropLast() {
                    XCTAssertEqual(Set(row.map(\.frame.height)).count, 1)
                    XCTAssertEqual(row.map(\.frame.x).min(), 12)
                    XCTAssertEqual(row.map { $0.frame.x + $0.frame.width }.max(), Double(width) - 12)
                    XCTAssertEqual(row.map(\.frame.x), row.map(\.frame.x).sorted { ($0 < $1) != isRightToLeft })
                }
                let captions = screen.root.descendants.filter { $0.hasClass("feed-caption") && $0.isMapped }
                XCTAssertEqual(Set(captions.map { gtk_widget_get_height($0.pointer) }).count, 1)
                let more = try XCTUnwrap(screen.root.descendants.first { $0.hasClass("feed-load-more") && $0.isMapped })
                XCTAssertGreaterThan(gtk_widget_get_width(more.pointer), Int32(width) - 100)
                stage.close()
            }
        }
    }

    /// The first photos of a wide window are in rows at once, before the list has been laid out; with large texts, rows
    /// need a wider window
    func test_list_hasRowsBeforeFirstLayout() {
        onMain {
            let widths: [(width: Int, scale: Int, arrangement: FeedArrangement)] = [
                (699, 1, .cards), (700, 1, .tiles), (1_200, 1, .tiles), (1_200, 2, .cards), (1_400, 2, .tiles),
            ]
            for (width, scale, arrangement) in widths {
                Surroundings.textScale = scale
                for isLaidOut in [false, true] {
                    let screen = Screens.feed(.stay)
                    let stage = Stage(screen.root, width: Int32(width))
                    if isLaidOut {
                        gtk_window_set_default_size(stage.window.window, Int32(width), 700)
                        stage.settle()
                    }
                    screen.display(Screens.feed(Self.images(7)))
                    XCTAssertEqual(screen.list.rows.arrangement, arrangement)
                    stage.close()
                }
            }
        }
    }

    /// Larger texts turn the rows of a window that isn't wide enough for them into cards, and smaller texts back into rows
    func test_list_followsTextSize() {
        onMain {
            let screen = Screens.feed(.stay)
            let stage = Stage(screen.root, width: 1_000)
            screen.display(Screens.feed(Self.images(7)))
            stage.settle()
            for (scale, arrangement) in [(1, FeedArrangement.tiles), (2, .cards), (1, .tiles)] {
                Surroundings.textScale = scale
                runLoop(until: "\(arrangement)") { screen.list.rows.arrangement == arrangement }
                XCTAssertEqual(screen.pictures.sizing, screen.list.rows.sizing(scale: 1))
            }
            stage.close()
        }
    }

    /// Few photos aren't enlarged to fill a wide window
    func test_list_leavesFewPhotosSmall() {
        onMain {
            let images = Self.images(2)
            let (screen, stage) = Stage.feed(Screens.feed([images[0]]), width: 1_600)
            runLoop(until: "the card") { Self.cards(screen).count == 1 }
            stage.settle()
            let frame = try XCTUnwrap(Self.cards(screen).first).frame
            XCTAssertEqual(frame.width, 512)
            screen.display(Screens.feed(images))
            stage.settle()
            XCTAssertEqual(Self.cards(screen).map(\.frame.height), [frame.height, frame.height])
            stage.close()
        }
    }

    /// Of the photos that come to stand in a row, the one that somebody looks at keeps its place in the list
    func test_list_keepsRowOfTheImageLookedAt() {
        onMain {
            let (screen, stage) = Self.list(Screens.feed(Self.images(60)), width: 500)
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
            runLoop(until: "rows") { Self.hasRows(screen) }
            XCTAssertEqual(item(0), lookedAt)
            stage.close()
        }
    }

    /// Left and Right go from photo to photo in the direction of the language, Up and Down to the photo with the nearest
    /// centre, and all pass over the line
    func test_keys_moveAmongPhotos() {
        onMain {
            for (isRightToLeft, onward, back) in [
                (false, GDK_KEY_Right, GDK_KEY_Left), (true, GDK_KEY_Left, GDK_KEY_Right),
            ] {
                gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
                let images = Self.images(10)
                var viewModel = Screens.feed(images)
                viewModel.firstSeen = images[4].id
                let (screen, stage) = Self.list(viewModel, width: 1_200, height: 3_000, cards: 10)
                gtk_widget_child_focus(try XCTUnwrap(Self.card(1, in: screen)).pointer, GTK_DIR_TAB_FORWARD)
                runLoop(until: "the focus on the first card") { Self.focusedPlace(screen) == 1 }
                let frames = Dictionary(uniqueKeysWithValues: Self.cards(screen).map { ($0.place, $0.frame) })
                for place in 2...10 {
                    stage.press(onward)
                    stage.settle()
                    XCTAssertEqual(Self.focusedPlace(screen), place)
                }
                for key in [GDK_KEY_Up, GDK_KEY_Up, GDK_KEY_Up, GDK_KEY_Down, back, GDK_KEY_Down] {
                    let old = try XCTUnwrap(Self.focusedPlace(screen).flatMap { frames[$0] })
                    stage.press(key)
                    stage.settle()
                    let new = try XCTUnwrap(Self.focusedPlace(screen).flatMap { frames[$0] })
                    if key == back { continue }
                    let rows = Set(frames.values.map(\.y)).sorted()
                    let row = try XCTUnwrap(rows.firstIndex(of: old.y)) + (key == GDK_KEY_Up ? -1 : 1)
                    guard rows.indices.contains(row) else { continue }
                    let distance = { (frame: Frame) in abs(frame.x + frame.width / 2 - old.x - old.width / 2) }
                    XCTAssertEqual(new, frames.values.filter { $0.y == rows[row] }.min { distance($0) < distance($1) })
                }
                stage.close()
            }
        }
    }

    /// At any width, the ring of the focus is around the focused photo alone
    func test_focus_isSeenOnOneCard() {
        onMain {
            for width in [500, 1_200, 1_600] {
                let (screen, stage) = Self.list(Screens.feed(Self.images(6)), width: width, height: 2_000, cards: 4)
                XCTAssertEqual(Self.hasRows(screen), width > 500)
                stage.press(GDK_KEY_Down)
                for place in 1...3 {
                    stage.settle()
                    XCTAssertEqual(Self.focusedPlace(screen), place)
                    let pixels = Pixels(try XCTUnwrap(stage.picture()))
                    let ringed = Self.cards(screen).filter { card in
                        pixels.isAccent(x: Int(card.frame.x) + 1, y: Int(card.frame.y + card.frame.height / 2))
                    }
                    XCTAssertEqual(ringed.map(\.place), [place], "\(width)")
                    stage.press(width > 500 ? GDK_KEY_Right : GDK_KEY_Down)
                }
                stage.close()
            }
        }
    }

    /// Home, End and the page keys take the focus with them, at the ends as well
    func test_pageKeys_moveFocus() {
        onMain {
            for width in [500, 1_200, 1_600] {
                let (screen, stage) = Self.list(Screens.feed(Self.images(60)), width: width)
                @MainActor func press(_ key: Int32) -> (focus: Int?, seen: [Int]) {
                    stage.press(key)
                    for _ in 0..<3 { stage.settle() }
                    let seen = Self.cards(screen).filter { $0.frame.y < 700 && $0.frame.y + $0.frame.height > 0 }
                    return (Self.focusedPlace(screen), seen.map(\.place))
                }
                screen.scroll(by: 3_000)
                stage.settle()
                XCTAssertEqual(press(GDK_KEY_Home).focus, 1, "\(width)")
                XCTAssertEqual(screen.place, nil)
                XCTAssertEqual(press(GDK_KEY_End).focus, 60, "\(width)")
                XCTAssertEqual(Self.cards(screen).last?.place, 60)
                let up = press(GDK_KEY_Page_Up)
                XCTAssertTrue(up.seen.contains(up.focus ?? 0), "\(width): \(up)")
                XCTAssertEqual(press(GDK_KEY_Home).focus, 1, "\(width)")
                let down = press(GDK_KEY_Page_Down)
                XCTAssertTrue(down.seen.contains(down.focus ?? 0), "\(width): \(down)")
                XCTAssertGreaterThan(down.focus ?? 0, 1)
                stage.close()
            }
        }
    }

    /// On the way to the end of the feed the list stays at its end, and Stop and then the last row have the focus
    func test_list_followsTheEnd() {
        onMain {
            for width in [500, 1_600] {
                let images = Self.images(60)
                let feed = Screens.feed(Array(images[..<20]), loadMore: LoadMoreViewModel())
                let (screen, stage) = Self.list(feed, width: width)
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
                XCTAssertTrue((width > 1_000 ? 55...60 : 60...60).contains(Self.focusedPlace(screen) ?? 0))
                XCTAssertEqual(Self.cards(screen).last?.place, 60)
                stage.close()
            }
        }
    }

    /// A wider and a narrower window leave the photo somebody looks at in view, and the focus on its card
    func test_list_keepsItsPlaceWhenResized() {
        onMain {
            for distance in [900.0, 9_000] {
                let (screen, stage) = Self.list(Screens.feed(Self.images(60)), width: 500)
                screen.scroll(by: distance)
                stage.settle()
                let focused = try XCTUnwrap(Self.cards(screen).first { $0.frame.y >= 40 }).place
                gtk_widget_child_focus(try XCTUnwrap(Self.card(focused, in: screen)).pointer, GTK_DIR_TAB_FORWARD)
                runLoop(until: "the focus on \(focused)") { Self.focusedPlace(screen) == focused }
                stage.settle()
                for width in [1_200, 500, 1_100, 600] {
                    gtk_window_set_default_size(stage.window.window, Int32(width), 700)
                    runLoop(until: "the rows for \(width)") { Self.hasRows(screen) == (width > 1_000) }
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
            let (screen, stage) = Self.list(Screens.feed(Array(images[21...])), width: 1_200, first: 22)
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
                let (screen, stage) = Self.list(Screens.feed(Self.images(count)), width: 1_200)
                for _ in 0..<5 {
                    screen.scroll(by: 40_000)
                    stage.settle()
                    XCTAssertFalse(Self.cards(screen).isEmpty)
                }
                counts.append(screen.root.descendants.count { $0.hasClass("feed-card") })
                stage.close()
            }
            XCTAssertLessThanOrEqual(counts[1], 4 * 206)
            XCTAssertEqual(counts[0], counts[1], accuracy: 40)
            XCTAssertGreaterThan(counts[1], 100)
        }
    }

    /// The pictures are told how many are in a row, and their sizes, before anything is drawn
    func test_list_tellsSizes() {
        onMain {
            let (screen, pictures) = Screens.feed(keepingPicturesIn: PictureCache<Texture>())
            screen.display(Screens.feed(Self.images(9)))
            let stage = Stage(screen.root, width: 1_200)
            var drawn: (count: Int, sizing: PictureSizing)?
            screen.root.afterFrame { drawn = (pictures.imagesInRow, pictures.sizing) }
            runLoop(until: "the first frame") { drawn != nil }
            XCTAssertEqual(drawn?.count, 3)
            let sizing = try XCTUnwrap(drawn?.sizing)
            let cells = screen.list.cells.filter { $0.root.isMapped }
            XCTAssertGreaterThan(cells.count, 3)
            for cell in cells {
                let position = try XCTUnwrap(screen.rows.firstIndex { $0.id == cell.image?.id })
                let height = Double(gtk_widget_get_height(cell.picture.pointer))
                let size = sizing.size(of: screen.rows[position], at: position)
                XCTAssertTrue((height..<(height + 2) * 4 / 3).contains(Double(size.height)), "\(size) for \(height)")
            }
            gtk_window_set_default_size(stage.window.window, 600, 640)
            runLoop(until: "cards") { pictures.imagesInRow == 1 }
            stage.settle()
            XCTAssertEqual(pictures.sizing, .cards(width: 552))
            stage.close()
        }
    }

    /// The line stands between the last new card and the first that was there, and takes no focus
    func test_list_showsLine() {
        onMain {
            for width in [400, 1_200] {
                let images = Self.images(6)
                var viewModel = Screens.feed(images)
                viewModel.firstSeen = images[3].id
                let (screen, stage) = Self.list(viewModel, width: width, height: 3_000, cards: 6)
                let line = try XCTUnwrap(screen.root.descendants.first { $0.hasClass("feed-new-since") && $0.isMapped })
                let frame = screen.frame(of: line)
                let cards = Self.cards(screen)
                XCTAssertEqual(cards.map(\.place), [1, 2, 3, 4, 5, 6])
                XCTAssertTrue(cards[..<3].allSatisfy { $0.frame.y + $0.frame.height < frame.y })
                XCTAssertTrue(cards[3...].allSatisfy { $0.frame.y > frame.y + frame.height })
                XCTAssertGreaterThan(frame.width, Double(width) - 50)
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

    /// B213 Newer photos in front, and the line that comes with them, move nobody who is further down
    func test_list_keepsItsPlaceWhenLineComes() {
        onMain {
            for width in [400, 1_200] {
                let images = Self.images(40)
                let (screen, stage) = Self.list(Screens.feed(Array(images[4...])), width: width, first: 5)
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

    /// Returns the list of a feed, and its window, once some cards are there.
    @MainActor
    private static func list(
        _ feed: FeedViewModel, width: Int, height: Int32 = 700, cards count: Int = 1, first: Int = 1
    ) -> (screen: FeedScreen, stage: Stage) {
        let (screen, stage) = Stage.feed(feed, width: Int32(width), height: height)
        runLoop(until: "\(count) cards, the first one in its place") {
            let cards = cards(screen)
            return cards.count >= count && cards.first?.place == first
        }
        stage.settle()
        return (screen, stage)
    }

    /// A card on the screen by the number of its place, and where it is.
    private struct Card: Equatable {
        let place: Int
        let frame: Frame
    }

    private static func images(_ count: Int) -> [FeedImage] {
        (1...count).map { number in
            FeedImage(
                id: UUID(), description: nil, location: "place \(number)", url: URL(filePath: "/image-\(number)"),
                pixelSize: PixelSize(width: 1_600, height: number % 3 == 0 ? 1_600 : 1_000))
        }
    }

    /// Whether photos are beside one another.
    @MainActor
    private static func hasRows(_ screen: FeedScreen) -> Bool {
        let cards = cards(screen)
        return Set(cards.map(\.frame.y)).count < cards.count
    }

    /// The cards on the screen in the order of their places.
    @MainActor
    private static func cards(_ screen: FeedScreen) -> [Card] {
        screen.root.descendants.filter { $0.hasClass("feed-card") && $0.isMapped }.compactMap { card in
            place(card).map { Card(place: $0, frame: screen.frame(of: card)) }
        }
        .sorted { $0.place < $1.place }
    }

    @MainActor
    private static func card(_ place: Int, in screen: FeedScreen) -> Widget? {
        screen.root.descendants.first { $0.hasClass("feed-card") && $0.isMapped && Self.place($0) == place }
    }

    @MainActor
    private static func place(_ card: Widget) -> Int? {
        card.descendants.first { $0.isLabel && $0.text.hasPrefix("place ") }
            .flatMap { Int($0.text.dropFirst("place ".count)) }
    }

    @MainActor
    private static func focusedPlace(_ screen: FeedScreen) -> Int? {
        screen.root.descendants.first { $0.hasClass("feed-card") && $0.descendants.contains { $0.hasFocus } }
            .flatMap(place)
    }
}
