import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import XCTest

/// The menu of a photo. The comment above a function is its name.
final class ContextMenuTests: WidgetTestCase {
    /// A right click on a card opens a menu, whose entries act on the card's photo
    func test_card_opensMenuByRightClick() {
        onMain {
            let images = (1...2).map { Screens.image($0, description: "photo \($0)", location: nil) }
            let screen = Screens.feed(.stay)
            var copied: [FeedImage] = []
            screen.onCommand = { if $0 == .copy { copied.append($1) } }
            screen.display(Screens.feed(images))
            let stage = Stage(screen.root, width: 400, height: 1_200)
            let desk = try PointerAndKeys()
            defer { desk.leave() }
            runLoop(until: "both cards") { Self.cards(screen).count == 2 }
            stage.settle()
            for (card, image) in zip(Self.cards(screen), images) {
                var bounds = graphene_rect_t()
                XCTAssertTrue(gtk_widget_compute_bounds(card.pointer, stage.window.pointer, &bounds) != 0)
                desk.move(x: Double(bounds.origin.x) + 40, y: Double(bounds.origin.y) + 60)
                stage.settle()
                desk.click(button: UInt32(GDK_BUTTON_SECONDARY))
                try Self.choose("Copy", in: screen.root)
                XCTAssertEqual(copied.last, image)
                stage.settle()
            }
            XCTAssertEqual(copied.count, 2)
            stage.close()
        }
    }

    /// The entries of a viewer's menu are released with the viewer
    func test_menu_isReleasedWithViewer() {
        onMain {
            @MainActor func shownAndClosed() throws -> [ObjectReference] {
                let (screen, controller) = Screens.viewer([Screens.image(1, description: nil, location: nil)])
                let stage = Stage(screen.root).settled()
                let popover = try XCTUnwrap(Self.popover(in: screen.root))
                let model = gtk_popover_menu_get_menu_model(popover.opaque)
                let sections = (0..<g_menu_model_get_n_items(model)).map {
                    ObjectReference(owning: UnsafeMutableRawPointer(g_menu_model_get_item_link(model, $0, "section")))
                }
                XCTAssertTrue(sections.contains { g_menu_model_get_n_items($0.cast()) > 0 })
                controller.stop()
                stage.close()
                return sections
            }
            let sections = try shownAndClosed()
            runLoop(until: "empty menus") { sections.allSatisfy { g_menu_model_get_n_items($0.cast()) == 0 } }
        }
    }

    /// The Menu key opens the menu of the focused card, and, as F10, of the viewer's photo; beside a card, it does nothing
    func test_menuKey_opensMenu() {
        onMain {
            let images = (1...2).map { Screens.image($0, description: "photo \($0)", location: nil) }
            let feed = Screens.feed(.stay)
            var asked: [FeedImage] = []
            feed.onCommand = { if $0 == .save { asked.append($1) } }
            feed.display(Screens.feed(images))
            let desk = try PointerAndKeys()
            defer { desk.leave() }
            let stage = Stage(feed.root, width: 400, height: 1_200)
            runLoop(until: "both cards") { Self.cards(feed).count == 2 }
            desk.move(x: 200, y: 600)
            runLoop(until: "an active window") { gtk_window_is_active(stage.window.window) != 0 }
            gtk_window_set_focus(stage.window.window, nil)
            desk.press(GDK_KEY_Menu)
            stage.settle()
            XCTAssertFalse(try XCTUnwrap(Self.popover(in: feed.root)).isVisible)
            stage.press(GDK_KEY_Down)
            stage.press(GDK_KEY_Down)
            stage.settle()
            desk.press(GDK_KEY_Menu)
            try Self.choose("Save a Copy…", in: feed.root)
            XCTAssertEqual(asked, [images[1]])
            stage.close()

            var commented: [FeedImage] = []
            let viewer = Screens.viewer(images, at: 1)
            viewer.screen.onCommand = { if $0 == .comments { commented.append($1) } }
            let second = Stage(viewer.screen.root).settled()
            runLoop(until: "an active window") { gtk_window_is_active(second.window.window) != 0 }
            for (count, key) in [GDK_KEY_Menu, GDK_KEY_F10].enumerated() {
                desk.press(key)
                try Self.choose("Comments", in: viewer.screen.root)
                second.settle()
                XCTAssertEqual(commented, Array(repeating: images[1], count: count + 1))
            }
            viewer.controller.stop()
            second.close()
        }
    }

    /// Where photos can't have comments, neither a card nor the viewer offers to open them, by button or in the menu
    func test_comments_areHidden() {
        onMain {
            let images = [Screens.image(1, description: "a photo", location: nil)]
            for isHidden in [false, true] {
                let feed = Screens.feed(.stay)
                if isHidden { feed.offer([.copy]) }
                feed.display(Screens.feed(images))
                let viewer = Screens.viewer(images)
                if isHidden { viewer.screen.offer([.copy]) }
                for (root, isViewer) in [(feed.root, false), (viewer.screen.root, true)] {
                    let stage = Stage(root)
                    runLoop(until: "a photo") { isViewer || !Self.cards(feed).isEmpty }
                    stage.settle()
                    XCTAssertEqual(root.descendants.contains { Self.opensComments($0) && $0.isMapped }, !isHidden)
                    let menu = try XCTUnwrap(Self.popover(in: root))
                    let texts = menu.descendants.filter { $0.isA(gtk_label_get_type()) }.map(\.text)
                    XCTAssertEqual(texts.contains("Comments"), !isHidden)
                    XCTAssertTrue(texts.contains("Copy"))
                    // The desktop has no portal yet.
                    XCTAssertFalse(texts.contains("Open With…"))
                    stage.close()
                }
                viewer.controller.stop()
            }
        }
    }

    @MainActor
    private static func opensComments(_ widget: Widget) -> Bool {
        guard widget.isA(gtk_button_get_type()) else { return false }
        let texts = [gtk_widget_get_tooltip_text(widget.pointer), gtk_button_get_label(widget.button)]
        return texts.contains { $0.map { String(cString: $0) } == "Comments" }
    }

    /// Waits for the menu, and activates one of its entries.
    @MainActor
    private static func choose(_ entry: String, in root: Widget) throws {
        let isOpen: @MainActor (Widget) -> Bool = { $0.isA(gtk_popover_menu_get_type()) && $0.isMapped }
        runLoop(until: "the menu") { root.descendants.contains(where: isOpen) }
        let menu = try XCTUnwrap(root.descendants.first(where: isOpen))
        let label = try XCTUnwrap(
            menu.descendants.first { $0.isA(gtk_label_get_type()) && $0.text == entry && $0.isMapped })
        let button = try XCTUnwrap(gtk_widget_get_ancestor(label.pointer, g_type_from_name("GtkModelButton")))
        gtk_widget_activate(button)
        runLoop(until: "the menu to close") { !menu.isVisible }
    }

    @MainActor
    private static func popover(in root: Widget) -> Widget? {
        root.descendants.first {
            $0.isA(gtk_popover_menu_get_type())
                && gtk_widget_get_ancestor($0.pointer, gtk_menu_button_get_type()) == nil
        }
    }

    @MainActor
    private static func cards(_ screen: FeedScreen) -> [Widget] {
        screen.root.descendants.filter { $0.hasClass("feed-card") && $0.isMapped }
    }
}
