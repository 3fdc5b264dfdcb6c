import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import ImageFormats
import XCTest

/// The viewer's picture, and its keys. The comment above a function is its name.
final class ImageViewerTests: WidgetTestCase {
    @MainActor private static let images = (1...3).map { number in
        Screens.image(
            number, description: "photo \(number)", location: nil, size: PixelSize(width: 1_600, height: 1_200))
    }

    /// Keys enlarge the picture in steps, to a limit, and show it whole again; what is seen stays in the middle
    func test_viewer_zoomsByKeys() {
        onMain {
            let (screen, controller) = Screens.viewer(Self.images)
            let stage = Stage(screen.root).settled()
            let whole = try XCTUnwrap(Self.pictureWidth(screen))
            for (key, isLarger) in [(GDK_KEY_plus, true), (GDK_KEY_plus, true), (GDK_KEY_minus, false)] {
                let before = try XCTUnwrap(Self.pictureWidth(screen))
                stage.press(key)
                stage.settle()
                let after = try XCTUnwrap(Self.pictureWidth(screen))
                XCTAssertEqual(after > before, isLarger)
                let adjustment = try XCTUnwrap(Self.scroller(screen))
                let middle = gtk_adjustment_get_value(adjustment) + gtk_adjustment_get_page_size(adjustment) / 2
                XCTAssertEqual(middle, gtk_adjustment_get_upper(adjustment) / 2, accuracy: 1)
            }
            for _ in 0..<60 { stage.press(GDK_KEY_plus) }
            stage.settle()
            let largest = try XCTUnwrap(Self.pictureWidth(screen))
            XCTAssertLessThanOrEqual(largest, 4 * 1_600)
            stage.press(GDK_KEY_0)
            stage.settle()
            XCTAssertEqual(Self.pictureWidth(screen), whole)
            controller.stop()
            stage.close()
        }
    }

    /// The place, and below it the date, fit into the title bar of narrow windows, also at 200 % text, or with an author
    func test_titles_fit() {
        onMain {
            for (width, scale, author) in [
                (360, 1, nil), (480, 1, nil), (360, 2, nil), (480, 2, nil), (360, 1, "Maria"),
            ] {
                Surroundings.textScale = scale
                let image = Screens.image(1, description: nil, location: "Nafplio, Greece", author: author)
                let (screen, controller) = Screens.viewer([image])
                let stage = Stage(screen.root, width: Int32(width)).settled()
                let date = author.map { "\($0) · May 20, 2026 at 11:24\u{202F}AM" } ?? "May 20, 2026"
                for text in ["Nafplio, Greece", date] {
                    let label = try XCTUnwrap(
                        screen.root.descendants.first {
                            $0.isA(gtk_label_get_type()) && $0.isMapped && $0.text.hasPrefix(text)
                        }, text)
                    XCTAssertEqual(
                        pango_layout_is_ellipsized(gtk_label_get_layout(label.opaque)), 0,
                        "\(text) at \(width) px and \(scale)")
                }
                XCTAssertLessThanOrEqual(gtk_widget_get_width(screen.root.pointer), Int32(width))
                controller.stop()
                stage.close()
            }
        }
    }

    /// A tiny picture is shown with its own pixels, in the viewer, until it is enlarged
    func test_picture_isNotEnlargedIfTiny() {
        onMain {
            let (screen, controller) = try Screens.viewer(ofFile: "one-by-one.jpg")
            let stage = Stage(screen.root).settled()
            runLoop(until: "the picture") { stage.redPixels > 0 }
            XCTAssertEqual(stage.redPixels, 64 * 48 / 4, accuracy: 50)
            XCTAssertNil(screen.wholePicture)
            for _ in 0..<60 { stage.press(GDK_KEY_plus) }
            XCTAssertGreaterThan(stage.redPixels, 25_000)
            stage.press(GDK_KEY_0)
            // The zoom level would cover it for a second.
            screen.root.descendants.first { $0.hasClass("viewer-zoom") }?.isVisible = false
            XCTAssertEqual(stage.redPixels, 64 * 48 / 4, accuracy: 50)
            controller.stop()
            stage.close()
        }
    }

    /// A picture that claims to be a million pixels wide is enlarged to no more than can be drawn
    func test_viewer_limitsClaimedSize() {
        onMain {
            for (width, height) in [(1_000_000, 750_000), (1_000_000, 1), (1, 1_000_000)] {
                let image = Screens.image(
                    1, description: nil, location: nil, size: PixelSize(width: width, height: height))
                let (screen, controller) = Screens.viewer([image])
                let stage = Stage(screen.root).settled()
                for _ in 0..<80 { stage.press(GDK_KEY_plus) }
                stage.settle()
                let picture = try XCTUnwrap(Self.picture(screen))
                XCTAssertLessThanOrEqual(gtk_widget_get_width(picture.pointer), 30_000)
                XCTAssertLessThanOrEqual(gtk_widget_get_height(picture.pointer), 30_000)
                XCTAssertNotNil(stage.picture().map { g_object_unref(UnsafeMutableRawPointer($0)) })
                controller.stop()
                stage.close()
            }
        }
    }

    /// Before the first layout the picture is asked for in the size of its box, and after it in no other
    func test_viewer_knowsItsBoxBeforeLayout() {
        onMain {
            for (number, description) in [(1, nil), (2, "photo"), (3, Screens.longText)] {
                let image = Screens.image(
                    number, description: description, location: nil, size: PixelSize(width: 1_600, height: 1_200))
                let sizes = Sizes()
                let (screen, controller) = Screens.viewer([image], appears: false, onLoad: { sizes.add($0) })
                let (navigator, below) = (Navigator(), Screens.feed(.stay))
                navigator.start(with: below.root)
                let stage = Stage(navigator.root).settled()
                navigator.push(screen.root)
                controller.appear()
                stage.settle()
                let picture = try XCTUnwrap(Self.picture(screen)).pointer
                let box = PixelSize(
                    width: Int(gtk_widget_get_width(picture)), height: Int(gtk_widget_get_height(picture)))
                XCTAssertEqual(sizes.all, [PictureSizing.whole(in: box).size(of: image)], description ?? "")
                controller.stop()
                stage.close()
            }
        }
    }

    /// A picture that is enlarged before the first layout gets its size after it, without a warning from GTK
    func test_viewer_zoomsBeforeLayout() {
        onMain {
            let (screen, controller) = Screens.viewer(Self.images)
            let stage = Stage(screen.root)
            stage.press(GDK_KEY_plus)
            runLoop(until: "the larger picture") { Self.pictureWidth(screen) == 500 }
            controller.stop()
            stage.close()
        }
    }

    /// Arrow keys move an enlarged picture, and go to the photo beside one that is seen whole
    func test_viewer_movesByArrows() {
        onMain {
            let (screen, controller) = Screens.viewer(Self.images)
            let stage = Stage(screen.root).settled()
            stage.press(GDK_KEY_Right)
            XCTAssertEqual(controller.image.description, "photo 2")
            for _ in 0..<4 { stage.press(GDK_KEY_plus) }
            stage.settle()
            let adjustment = try XCTUnwrap(Self.scroller(screen))
            let before = gtk_adjustment_get_value(adjustment)
            stage.press(GDK_KEY_Right)
            XCTAssertGreaterThan(gtk_adjustment_get_value(adjustment), before)
            XCTAssertEqual(controller.image.description, "photo 2")
            stage.press(GDK_KEY_0)
            stage.settle()
            stage.press(GDK_KEY_Left)
            XCTAssertEqual(controller.image.description, "photo 1")
            controller.stop()
            stage.close()
        }
    }

    /// From right to left, the next photo is on the left
    func test_viewer_followsReadingDirection() {
        onMain {
            gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
            defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
            let (screen, controller) = Screens.viewer(Self.images)
            let stage = Stage(screen.root).settled()
            stage.press(GDK_KEY_Left)
            XCTAssertEqual(controller.image.description, "photo 2")
            controller.stop()
            stage.close()
        }
    }

    /// The next photo is seen whole, whatever the one before was
    func test_viewer_startsWhole() {
        onMain {
            let (screen, controller) = Screens.viewer(Self.images)
            let stage = Stage(screen.root).settled()
            let whole = Self.pictureWidth(screen)
            for _ in 0..<4 { stage.press(GDK_KEY_plus) }
            controller.showNext()
            stage.settle()
            XCTAssertEqual(Self.pictureWidth(screen), whole)
            controller.stop()
            stage.close()
        }
    }

    /// A text that is broken into more lines in a narrow window is seen whole, unless it is so long that it scrolls
    func test_viewer_showsWholeText() {
        onMain {
            let texts: [(width: Int32, text: String, isWhole: Bool)] = [
                (360, "A walk to the lighthouse and back, with a stop for ice cream at the harbour.", true),
                (360, String(Screens.longText.prefix(200)), true), (800, Screens.longText, true),
                (360, Screens.longText + Screens.longText, false),
            ]
            for (width, text, isWhole) in texts {
                let image = Screens.image(1, description: text, location: nil)
                let (screen, controller) = Screens.viewer([image])
                let stage = Stage(screen.root, width: width).settled()
                let label = try XCTUnwrap(screen.root.descendants.first { $0.text(is: text) })
                let scroller = try XCTUnwrap(gtk_widget_get_ancestor(label.pointer, gtk_scrolled_window_get_type()))
                let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
                let (page, all) = (gtk_adjustment_get_page_size(adjustment), gtk_adjustment_get_upper(adjustment))
                XCTAssertEqual(page == all, isWhole, "\(width): \(page) of \(all)")
                let height = gtk_widget_get_height(scroller)
                XCTAssertTrue(isWhole ? height <= 160 : height == 160, "\(height)")
                controller.stop()
                stage.close()
            }
        }
    }

    /// Copy and Save a Copy hand over the photo, by the menu and by keys, also while its picture isn't there
    func test_viewer_handsOverPhoto() {
        onMain {
            var wishes: [String] = []
            let (screen, controller) = Screens.viewer(Self.images, at: 1, .stay)
            screen.onCommand = { wishes.append("\($0) \($1.description ?? "")") }
            let stage = Stage(screen.root).settled()
            let viewer = try XCTUnwrap(screen.root.descendants.first { $0.hasClass("viewer") })
            for entry in ["copy", "save"] {
                gtk_widget_activate_action_variant(viewer.pointer, "photo.\(entry)", nil)
            }
            controller.showNext()
            for group in ["screen-controlc", "screen-controls"] {
                gtk_widget_activate_action_variant(screen.root.pointer, "\(group).shortcut", nil)
            }
            XCTAssertEqual(wishes, ["copy photo 2", "save photo 2", "copy photo 3", "save photo 3"])
            controller.stop()
            stage.close()
        }
    }

    /// Keys beside the photo are the viewer's until a comment is typed, which doesn't turn, enlarge or leave the photo
    func test_viewer_leavesKeysToCommentBesideIt() {
        onMain {
            let images = (1...3).map { Screens.image($0, description: nil, location: nil) }
            let (viewer, controller) = Screens.viewer(images)
            let comments = Screens.comments(isPane: true)
            var viewModel = ImageCommentsListViewModel()
            viewModel.content = .rows
            viewModel.newComment = NewCommentViewModel()
            comments.display(viewModel)
            viewer.showPane(comments.root, of: .comments) {}
            let stage = Stage(viewer.root, width: 1_000)
            let desk = try PointerAndKeys()
            defer { desk.leave() }
            stage.settle()
            runLoop(until: "an active window") { gtk_window_is_active(stage.window.window) != 0 }
            let entry = try XCTUnwrap(comments.root.descendants.first { $0.isA(gtk_entry_get_type()) })
            gtk_window_set_focus(stage.window.window, nil)
            for key in [GDK_KEY_a, GDK_KEY_Right] { desk.press(key) }
            runLoop(until: "the next photo") { controller.image == images[1] }
            gtk_widget_grab_focus(entry.pointer)
            for key in [GDK_KEY_r, GDK_KEY_0, GDK_KEY_space, GDK_KEY_f, GDK_KEY_1] { desk.press(key) }
            runLoop(until: "the text") { gtk_editable_get_text(entry.opaque).map { String(cString: $0) } == "r0 f1" }
            desk.press(GDK_KEY_Left)
            stage.settle()
            XCTAssertEqual(controller.image, images[1])
            stage.close()
        }
    }

    @MainActor static func picture(_ screen: ImageViewerScreen) -> Widget? {
        screen.root.descendants.first { $0.isA(gtk_picture_get_type()) }
    }

    @MainActor private static func pictureWidth(_ screen: ImageViewerScreen) -> Int32? {
        picture(screen).map { gtk_widget_get_width($0.pointer) }
    }

    @MainActor private static func scroller(_ screen: ImageViewerScreen) -> UnsafeMutablePointer<GtkAdjustment>? {
        picture(screen).flatMap { gtk_widget_get_ancestor($0.pointer, gtk_scrolled_window_get_type()) }
            .flatMap { gtk_scrolled_window_get_hadjustment(OpaquePointer($0)) }
    }
}

extension Widget {
    /// Whether the widget is a button with an icon.
    @MainActor func hasIcon(_ name: String) -> Bool {
        isA(gtk_button_get_type()) && gtk_button_get_icon_name(button).map { String(cString: $0) } == name
    }

    /// The viewer's button that plays an animation or a slideshow, and stops it.
    @MainActor var playButton: Widget? {
        descendants.first { $0.hasIcon("media-playback-start-symbolic") || $0.hasIcon("media-playback-pause-symbolic") }
    }
}

extension Stage {
    /// How many pixels of the picture are red. A quarter of the tiny picture is.
    var redPixels: Int {
        guard let picture = picture() else { return 0 }
        let bytes = Pixels(picture).bytes
        return stride(from: 0, to: bytes.count, by: 4).count {
            bytes[$0 + 2] > 0xE0 && bytes[$0 + 1] < 0x20 && bytes[$0] < 0x20
        }
    }
}
