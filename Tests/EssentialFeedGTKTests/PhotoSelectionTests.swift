import CAdwaita
import EssentialFeed
import Foundation
import GtkKit
import ImageFormats
import XCTest

@testable import EssentialFeedGTK

/// Selecting photos of the feed, to save copies of them. The comment above a function is its name.
final class PhotoSelectionTests: WidgetTestCase {
    /// In cards, rows and the grid, a click with Ctrl selects a photo, and one with Shift all up to it; from then on each click selects, and Escape ends that
    func test_clicks_selectPhotos() {
        onMain {
            let images = Self.images(5)
            let desk = try PointerAndKeys()
            defer { desk.leave() }
            for (width, style) in [(400, FeedStyle()), (1_000, FeedStyle()), (1_000, FeedStyle(isGrid: true))] {
                let feed = Self.feed(images, width: Int32(width), style)
                @MainActor func click(_ position: Int, holding key: Int32? = nil) throws {
                    let cell = try XCTUnwrap(feed.screen.list.cells.first { $0.image == images[position] })
                    let frame = feed.screen.frame(of: cell.root)
                    desk.move(x: frame.x + frame.width / 2, y: frame.y + 60)
                    feed.stage.settle()
                    if let key { desk.hold(key, true) }
                    desk.click(button: UInt32(GDK_BUTTON_PRIMARY))
                    if let key { desk.hold(key, false) }
                    feed.stage.settle()
                }
                try click(1, holding: GDK_KEY_Control_L)
                XCTAssertEqual(Self.selected(feed.screen), [1], "\(width)")
                try click(3, holding: GDK_KEY_Shift_L)
                XCTAssertEqual(Self.selected(feed.screen), [1, 2, 3], "\(width)")
                try click(2)
                try click(0)
                XCTAssertEqual(Self.selected(feed.screen), [0, 1, 3], "\(width)")
                XCTAssertTrue(feed.stage.press(GDK_KEY_Escape))
                XCTAssertEqual(Self.selected(feed.screen), [], "\(width)")
                XCTAssertEqual(feed.opened.images, [], "\(width)")
                try click(4)
                XCTAssertEqual(feed.opened.images, [images[4]], "\(width)")
                XCTAssertEqual(Self.selected(feed.screen), [], "\(width)")
                feed.close()
            }
        }
    }

    /// Ctrl+Space selects the focused photo, after which Enter does, too; Ctrl+A selects all
    func test_keys_selectPhotos() {
        onMain {
            for (width, style) in [(400, FeedStyle()), (1_000, FeedStyle()), (1_000, FeedStyle(isGrid: true))] {
                let feed = Self.feed(Self.images(4), width: Int32(width), style)
                feed.stage.press(GDK_KEY_Down)
                feed.stage.settle()
                feed.stage.press(GDK_KEY_space, GDK_CONTROL_MASK.rawValue)
                XCTAssertEqual(Self.selected(feed.screen), [0], "\(width)")
                if style.isGrid {
                    feed.stage.press(GDK_KEY_Right)
                    feed.stage.settle()
                    feed.stage.press(GDK_KEY_Return)
                    XCTAssertEqual(Self.selected(feed.screen), [0, 1])
                }
                feed.stage.press(GDK_KEY_a, GDK_CONTROL_MASK.rawValue)
                XCTAssertEqual(Self.selected(feed.screen), [0, 1, 2, 3], "\(width)")
                if style.isGrid {
                    feed.stage.press(GDK_KEY_End)
                    feed.stage.settle()
                    feed.stage.press(GDK_KEY_Return)
                    XCTAssertEqual(Self.selected(feed.screen), [0, 1, 2])
                }
                XCTAssertEqual(feed.opened.images, [], "\(width)")
                feed.close()
            }
        }
    }

    /// The bar says how many photos are selected and saved; saved photos aren't selected any more, others stay so
    func test_bar_savesCopies() {
        onMain {
            let images = Self.images(4)
            let feed = Self.feed(images, width: 400, FeedStyle())
            var (saved, stops): ([[FeedImage]], Int) = ([], 0)
            feed.screen.onSaveCopies = { saved.append($0) }
            feed.screen.onStopSaving = { stops += 1 }
            for position in [3, 0, 2] { feed.screen.selection.toggle(images[position].id) }
            try Self.press("Save Copies…", in: feed)
            XCTAssertEqual(saved, [[images[0], images[2], images[3]]])
            feed.screen.display(CopyProgress.saving(1, of: 3))
            XCTAssertTrue(feed.shows("Saving 1 of 3 photos…"))
            for image in images { feed.screen.selection.toggle(image.id) }
            XCTAssertTrue(feed.shows("Saving 1 of 3 photos…"))
            try Self.press("Stop", in: feed)
            XCTAssertEqual(stops, 1)
            feed.screen.selection.selectAll()
            feed.screen.display(CopyProgress.ended(saved: [images[0].id], "1 of 3 photos saved."))
            XCTAssertTrue(feed.shows("1 of 3 photos saved."))
            XCTAssertEqual(Self.selected(feed.screen), [1, 2, 3])
            feed.screen.selection.toggle(images[0].id)
            XCTAssertTrue(feed.shows("4 Selected"))
            feed.screen.selection.toggle(images[0].id)
            feed.screen.display(CopyProgress.saving(0, of: 3))
            feed.screen.display(CopyProgress.ended(saved: Set(images[1...].map(\.id)), nil))
            XCTAssertEqual(Self.selected(feed.screen), [])
            XCTAssertEqual(stops, 1)
            feed.close()
        }
    }

    /// While photos are selected, the title bar has their number, a button that selects all, and Cancel; photos that aren't
    /// selected have an empty circle, and no button opens comments
    func test_titleBar_isTheSelections() {
        onMain {
            for (width, style) in [(400, FeedStyle()), (1_000, FeedStyle()), (1_000, FeedStyle(isGrid: true))] {
                let feed = Self.feed(Self.images(3), width: Int32(width), style)
                @MainActor func marks() -> [Widget] {
                    feed.screen.root.descendants.filter { $0.hasClass("selection-mark") && $0.isMapped }
                }
                XCTAssertEqual(marks().count, 0)
                XCTAssertNotNil(feed.screen.root.iconButton("Refresh"))
                feed.screen.selection.toggle(feed.screen.rows[1].id)
                feed.stage.settle()
                XCTAssertTrue(feed.shows("1 Selected"))
                XCTAssertNil(feed.screen.root.iconButton("Refresh"))
                XCTAssertEqual(marks().count { $0.hasClass("empty") }, 2)
                XCTAssertEqual(feed.comments.count, style.isGrid ? 0 : 3)
                XCTAssertTrue(feed.comments.allSatisfy { gtk_widget_is_sensitive($0.pointer) == 0 })
                emit("clicked", from: try XCTUnwrap(feed.screen.root.iconButton("Select All")).raw)
                XCTAssertTrue(feed.shows("3 Selected"))
                XCTAssertEqual(marks().count { $0.hasClass("empty") }, 0)
                try Self.press("Cancel", in: feed)
                feed.stage.settle()
                XCTAssertEqual(marks().count, 0)
                XCTAssertNotNil(feed.screen.root.iconButton("Refresh"))
                XCTAssertTrue(feed.comments.allSatisfy { gtk_widget_is_sensitive($0.pointer) != 0 })
                feed.close()
            }
        }
    }

    /// The focus never moves to a button that Space would press: neither when the title bars change places, nor from the
    /// button of a selected photo's comments, from where the focus moves to the photo
    func test_focus_staysAwayFromButtons() {
        onMain {
            let feed = Self.feed(Self.images(3), width: 400, FeedStyle())
            @MainActor func focus() -> Widget? { feed.screen.root.windowFocus }
            for (before, after) in [("Refresh", "Select All"), ("Grid", "Cancel")] {
                gtk_widget_grab_focus(try XCTUnwrap(feed.screen.root.iconButton(before)).pointer)
                feed.screen.selection.toggle(feed.screen.rows[0].id)
                feed.stage.settle()
                XCTAssertNil(focus(), before)
                let button = feed.screen.root.iconButton(after) ?? feed.screen.root.button(after)
                gtk_widget_grab_focus(try XCTUnwrap(button).pointer)
                XCTAssertTrue(feed.screen.selection.end())
                feed.stage.settle()
                XCTAssertNil(focus(), after)
            }
            gtk_widget_grab_focus(try XCTUnwrap(feed.comments.last).pointer)
            for isSelected in [true, false] {
                feed.stage.press(GDK_KEY_space, GDK_CONTROL_MASK.rawValue)
                feed.stage.settle()
                XCTAssertEqual(Self.selected(feed.screen), isSelected ? [2] : [])
                XCTAssertTrue(try XCTUnwrap(focus()).hasClass("feed-open"))
            }
            feed.close()
        }
    }

    /// While copies are saved, the bar with Stop stays, though no photo is selected any more, and Escape stops saving
    func test_bar_staysWhileSaving() {
        onMain {
            let images = Self.images(2)
            let feed = Self.feed(images, width: 400, FeedStyle())
            var stops = 0
            feed.screen.onStopSaving = { stops += 1 }
            feed.screen.selection.toggle(images[0].id)
            feed.screen.display(CopyProgress.saving(0, of: 1))
            feed.screen.selection.toggle(images[0].id)
            feed.stage.settle()
            XCTAssertTrue(feed.shows("Saving 0 of 1 photo…"))
            XCTAssertNotEqual(gtk_revealer_get_reveal_child(feed.screen.selection.bar.opaque), 0)
            feed.stage.press(GDK_KEY_Escape)
            XCTAssertEqual(stops, 1)
            XCTAssertNotNil(feed.screen.root.iconButton("Refresh"))
            for isByKey in [true, false] {
                feed.screen.display(CopyProgress.ended(saved: [], "0 of 1 photo saved."))
                feed.stage.settle()
                XCTAssertNotEqual(gtk_revealer_get_reveal_child(feed.screen.selection.bar.opaque), 0)
                if isByKey {
                    feed.stage.press(GDK_KEY_Escape)
                } else {
                    emit("clicked", from: try XCTUnwrap(feed.screen.root.iconButton("Dismiss")).raw)
                }
                XCTAssertEqual(gtk_revealer_get_reveal_child(feed.screen.selection.bar.opaque), 0)
            }
            feed.close()
        }
    }

    /// A photo that leaves the feed isn't selected any more; with the last one, the bar goes
    func test_selection_followsFeed() {
        onMain {
            let images = Self.images(3)
            let feed = Self.feed(images, width: 400, FeedStyle())
            for image in images.prefix(2) { feed.screen.selection.toggle(image.id) }
            XCTAssertTrue(feed.shows("2 Selected"))
            feed.screen.display(Screens.feed(Array(images[1...])))
            XCTAssertTrue(feed.shows("1 Selected"))
            feed.screen.display(Screens.feed([images[2]]))
            feed.stage.settle()
            XCTAssertFalse(feed.screen.selection.end())
            feed.close()
        }
    }

    /// While the feed has more photos, the title bar says that only the loaded ones are selected
    func test_titleBar_saysThatMoreCanBeLoaded() {
        onMain {
            let images = Self.images(3)
            let feed = Self.feed(images, width: 400, FeedStyle())
            let text = "All loaded so far"
            var viewModel = Screens.feed(images)
            viewModel.loadMore = LoadMoreViewModel()
            feed.screen.display(viewModel)
            feed.screen.selection.selectAll()
            feed.stage.settle()
            XCTAssertTrue(feed.shows("3 Selected") && feed.shows(text))
            feed.screen.selection.toggle(images[0].id)
            XCTAssertFalse(feed.shows(text))
            feed.screen.selection.selectAll()
            XCTAssertTrue(feed.shows(text))
            viewModel.loadMore = nil
            feed.screen.display(viewModel)
            XCTAssertFalse(feed.shows(text))
            feed.close()
        }
    }

    @MainActor
    private final class Opened {
        var images: [FeedImage] = []
    }

    /// A feed in a window, with its photos on the screen.
    @MainActor
    private struct Feed {
        let screen: FeedScreen
        let controller: FeedController
        let stage: Stage
        let opened: Opened

        func shows(_ text: String) -> Bool { screen.root.descendants.contains { $0.text(is: text) && $0.isMapped } }

        /// The buttons on the screen for opening comments.
        var comments: [Widget] {
            screen.root.descendants.filter {
                gtk_widget_get_tooltip_text($0.pointer).map { String(cString: $0) } == "Comments" && $0.isMapped
            }
        }

        func close() {
            controller.stop()
            stage.close()
        }
    }

    @MainActor
    private static func feed(_ images: [FeedImage], width: Int32, _ style: FeedStyle) -> Feed {
        let opened = Opened()
        let (screen, controller) = Screens.feed(
            loading: images, now: { Date() },
            onOutput: { if case .selected(let image) = $0 { opened.images.append(image) } })
        screen.show(style)
        let stage = Stage(screen.root, width: width, height: 2_400)
        runLoop(until: "the photos") { screen.list.cells.count { $0.root.isMapped } == images.count }
        stage.settle()
        return Feed(screen: screen, controller: controller, stage: stage, opened: opened)
    }

    @MainActor
    private static func images(_ count: Int) -> [FeedImage] {
        (1...count).map {
            Screens.image($0, description: nil, location: "place \($0)", size: PixelSize(width: 1_600, height: 1_200))
        }
    }

    /// The positions of the photos displayed as selected.
    @MainActor
    private static func selected(_ screen: FeedScreen) -> [Int] {
        screen.rows.indices.filter { position in
            screen.list.cells.contains { $0.image == screen.rows[position] && $0.root.hasClass("selected") }
        }
    }

    @MainActor
    private static func press(_ text: String, in feed: Feed) throws {
        let button = try XCTUnwrap(
            feed.screen.root.descendants.first {
                $0.isA(gtk_button_get_type()) && $0.isVisible && $0.descendants.contains { $0.text(is: text) }
            })
        emit("clicked", from: button.raw)
    }
}
