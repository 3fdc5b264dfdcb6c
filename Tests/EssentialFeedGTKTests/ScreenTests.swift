import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline
import XCTest

/// The screens' use of space, and their leftovers. The comment above a function is its name.
final class ScreenTests: WidgetTestCase {
    /// A tiny picture is shown with its own pixels in the middle of its card
    func test_card_doesNotEnlargeTinyPicture() {
        onMain {
            let (width, height) = (24, 16)
            let texture = Texture(width: width, height: height, colour: [255, 0, 0])
            let screen = FeedScreen(
                controller: FeedController(
                    loadCached: { throw CancellationError() }, load: { throw CancellationError() },
                    in: ScreenContext(now: { Date() }, language: .english)),
                pictures: FeedImageControllers(sizing: .cards(width: 352)) { _, _, _ in texture },
                menu: nil, language: .english)
            screen.display(
                Screens.feed([
                    Screens.image(1, description: nil, location: nil, size: PixelSize(width: width, height: height))
                ]))
            let stage = Stage(screen.root)
            runLoop(until: "the picture") { screen.root.descendants.contains { $0.hasClass("shown") } }
            var shown = 0
            runLoop(until: "the whole picture") {
                shown = stage.redPixels
                return shown >= width * height
            }
            XCTAssertEqual(shown, width * height)
            stage.close()
        }
    }

    /// B287 A card has the shape that the feed or else the cached picture says, or 4:3, and not another one when its
    /// picture has come
    func test_card_hasThePicturesShape() {
        onMain {
            let (square, upright) = (PixelSize(width: 300, height: 300), PixelSize(width: 3, height: 4))
            let (low, narrow) = (PixelSize(width: 3_000, height: 1), PixelSize(width: 1, height: 3_000))
            let shapes: [(said: PixelSize?, measured: PixelSize?, expected: Double)] = [
                (square, nil, 1), (low, nil, 9.0 / 16), (narrow, nil, 4.0 / 3), (nil, nil, 3.0 / 4),
                (nil, upright, 4.0 / 3), (square, upright, 1),
            ]
            for (said, measured, expected) in shapes {
                let image = FeedImage(
                    id: UUID(), url: URL(filePath: "/image"), pixelSize: said, measuredSize: measured)
                let (screen, stage) = Stage.feed(Screens.feed([image]), .come, height: 900)
                runLoop(until: "a card") { Self.box(screen) != nil }
                let box = try XCTUnwrap(Self.box(screen))
                let width = Double(gtk_widget_get_width(box.pointer))
                XCTAssertEqual(Double(gtk_widget_get_height(box.pointer)), (width * expected).rounded(.up))
                let height = gtk_widget_get_height(try XCTUnwrap(Self.card(screen)).pointer)
                runLoop(until: "the picture") { screen.root.descendants.contains { $0.hasClass("shown") } }
                stage.settle()
                XCTAssertEqual(gtk_widget_get_height(try XCTUnwrap(Self.card(screen)).pointer), height)
                stage.close()
            }
        }
    }

    /// A placeholder is there in the first frame; what isn't one is ignored
    func test_card_drawsPlaceholder() {
        onMain {
            let placeholder = Screens.placeholder
            for (bytes, isShown) in [(placeholder, true), (Data([1, 2, 3]), false), (placeholder.prefix(9), false)] {
                let (screen, stage) = Stage.feed(
                    Screens.feed([Screens.image(1, description: nil, location: nil, placeholder: bytes)]))
                var isFirst: Bool?
                screen.root.afterFrame {
                    isFirst = Self.box(screen).map { box in
                        box.descendants.contains { $0.isMapped && Self.hasPaintable($0) }
                    }
                }
                runLoop(until: "the first frame") { isFirst != nil }
                XCTAssertEqual(isFirst, isShown)
                XCTAssertEqual(screen.root.descendants.contains { $0.hasClass("loading") }, !isShown)
                stage.close()
            }
        }
    }

    /// A card says who took the photo and when, counts the seconds of a new one, and says when exactly that was
    func test_card_saysWhoAndWhen() {
        onMain {
            let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
            let image = Screens.image(1, description: nil, location: nil, createdAt: start - 17, author: "Maria")
            let now = TestClock(start)
            let screen = Screens.feed(loading: [image]) { now.date }
            let stage = Stage(screen.feed.root)
            @MainActor func label(_ text: String) -> Widget? {
                screen.feed.root.descendants.first { $0.isMapped && $0.text(is: text) }
            }
            runLoop(until: "the date") { label("17 seconds ago") != nil }
            XCTAssertNotNil(label("Maria"))
            now.date = start + 15
            screen.controller.timePassed()
            let date = try XCTUnwrap(label("32 seconds ago"))
            let exact = gtk_widget_get_tooltip_text(date.pointer).map { String(cString: $0) }
            XCTAssertEqual(exact?.hasPrefix("May 9, 2026 at 6:13"), true, "\(exact ?? "")")
            stage.close()
        }
    }

    /// After More by the keyboard, the button that has the focus stays on the screen
    func test_card_keepsFocusInViewWhenUnfolded() {
        onMain {
            let text = String(repeating: Screens.longText + " ", count: 4)
            let (screen, stage) = Stage.feed(
                Screens.feed((1...3).map { Screens.image($0, description: text, location: nil) }))
            @MainActor func button(_ title: String) -> Widget? {
                screen.root.descendants.first { $0.isMapped && $0.hasClass("feed-link") && $0.buttonTitle == title }
            }
            runLoop(until: "the button") { button("More") != nil }
            stage.settle()
            let more = try XCTUnwrap(button("More"))
            gtk_widget_grab_focus(more.pointer)
            gtk_window_set_focus_visible(stage.window.cast(), gboolean(1))
            emit("clicked", from: more.raw)
            for _ in 0..<3 { stage.settle() }
            let less = try XCTUnwrap(button("Less"))
            XCTAssertTrue(less.hasFocus)
            var bounds = graphene_rect_t()
            XCTAssertNotEqual(gtk_widget_compute_bounds(less.pointer, stage.window.pointer, &bounds), 0)
            XCTAssertLessThanOrEqual(bounds.origin.y + bounds.size.height, 640)
            stage.close()
        }
    }

    /// A description of more than six lines ends in a button that unfolds it in place; a short one has none
    func test_card_unfoldsDescription() {
        onMain {
            for (text, isLong) in [(Screens.longText + " " + Screens.longText, true), ("a few words", false)] {
                let image = Screens.image(1, description: text, location: nil)
                let (screen, stage) = Self.card(of: image, height: 2_000)
                stage.settle()
                @MainActor func button(_ title: String) -> Widget? {
                    screen.root.descendants.first { $0.isMapped && $0.hasClass("feed-link") && $0.buttonTitle == title }
                }
                XCTAssertEqual(button("More") != nil, isLong)
                guard isLong else {
                    stage.close()
                    continue
                }
                let folded = gtk_widget_get_height(try XCTUnwrap(Self.card(screen)).pointer)
                gtk_widget_activate(try XCTUnwrap(button("More")).pointer)
                runLoop(until: "the whole description") {
                    Self.card(screen).map { gtk_widget_get_height($0.pointer) > folded } ?? false
                }
                gtk_widget_activate(try XCTUnwrap(button("Less")).pointer)
                runLoop(until: "less of it") {
                    Self.card(screen).map { gtk_widget_get_height($0.pointer) == folded } ?? false
                }
                stage.close()
            }
        }
    }

    /// B205 B287 A missing text takes up no space
    func test_card_givesNoPlaceToAbsentTexts() {
        onMain {
            var heights: [Int32] = []
            for (description, location) in [("text", "text"), (nil, "text"), ("text", nil), (nil, nil)] {
                let (screen, stage) = Self.card(of: Screens.image(1, description: description, location: location))
                heights.append(gtk_widget_get_height(try XCTUnwrap(Self.card(screen)).pointer))
                stage.close()
            }
            XCTAssertGreaterThan(heights[0], heights[1])
            XCTAssertGreaterThan(heights[0], heights[2])
            XCTAssertGreaterThan(heights[1], heights[3])
            XCTAssertGreaterThan(heights[2], heights[3])
        }
    }

    /// B287 Locations have at most two lines and descriptions six, however many the server broke them into
    func test_card_limitsLines() {
        onMain {
            @MainActor func height(_ text: String) throws -> Int32 {
                let (screen, stage) = Self.card(of: Screens.image(1, description: text, location: text))
                defer { stage.close() }
                return gtk_widget_get_height(try XCTUnwrap(Self.card(screen)).pointer)
            }
            let long = try height(String(repeating: "many words ", count: 100))
            XCTAssertEqual(try height(String(repeating: "a line\n", count: 300)), long)
            XCTAssertLessThan(try height("a"), long)
        }
    }

    /// A card shows no control or bidirectional character, and 2,000 characters at most
    func test_card_showsPlainShortTexts() {
        onMain {
            let long = String(repeating: "w ", count: 2_000)
            let (screen, stage) = Self.card(of: Screens.image(1, description: "a\u{202E}b\u{7}", location: long))
            for text in ["ab", String(long.prefix(2_000)) + "…"] {
                XCTAssertTrue(screen.root.descendants.contains { $0.text(is: text) }, text)
            }
            stage.close()
        }
    }

    /// Texts as long as they may be are laid out and drawn, whatever is in them, at 200 % text
    func test_screens_showTextsOfEveryKind() {
        onMain {
            Surroundings.textScale = 2
            // No font has the last part's letter, which is drawn as a box.
            let parts = [
                "\u{FDFD}", "\n", "a\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}\u{307}\u{308}", "👨‍👩‍👧‍👦", "क्ष", "\u{200D}",
                "http://a.com ", "http://a.com/\u{200F}", "a\u{10FFFD}",
            ]
            for part in parts {
                let text = PresentedText.limited(String(repeating: part, count: 1_500_000 / part.utf8.count))
                let feed = Screens.feed(.stay)
                feed.display(Screens.feed([Screens.image(1, description: text, location: text)]))
                let comments = Screens.comments()
                var viewModel = ImageCommentsListViewModel()
                viewModel.rows = [Screens.comment(1, text, "now", text)]
                viewModel.content = .rows
                comments.display(viewModel)
                let photo = Screens.comments(.stay)
                viewModel = ImageCommentsListViewModel()
                viewModel.image = FeedImageViewModel(description: text, location: text, author: text)
                photo.display(viewModel)
                for root in [feed.root, comments.root, photo.root] {
                    let stage = Stage(root)
                    let picture = try XCTUnwrap(stage.picture())
                    g_object_unref(UnsafeMutableRawPointer(picture))
                    stage.close()
                }
            }
        }
    }

    /// The offline note has a tooltip with the day and the time of its feed
    func test_note_tellsAbsoluteDate() {
        onMain {
            var viewModel = Screens.feed([Screens.image(1, description: nil, location: nil)])
            viewModel.note = "Offline. Saved 2 hours ago."
            viewModel.noteDate = "May 9, 2026 at 6:13 AM"
            let (screen, stage) = Stage.feed(viewModel, .come)
            stage.settle()
            let note = try XCTUnwrap(screen.root.descendants.first { $0.text(is: "Offline. Saved 2 hours ago.") })
            XCTAssertEqual(
                gtk_widget_get_tooltip_text(note.pointer).map { String(cString: $0) }, "May 9, 2026 at 6:13 AM")
            stage.close()
        }
    }

    /// Only a note with a reason looks like an error, and offers to try again
    func test_note_offersToTryAgain() {
        onMain {
            let screen = Screens.feed(.stay)
            let stage = Stage(screen.root)
            var viewModel = Screens.feed([Screens.image(1, description: nil, location: nil)])
            viewModel.note = "Updated 8 seconds ago."
            for reason in [nil, "Nothing answers at the server’s address.", nil] {
                viewModel.noteReason = reason
                screen.display(viewModel)
                stage.settle()
                let note = try XCTUnwrap(screen.root.descendants.first { $0.hasClass("feed-note") && $0.isMapped })
                let icons = note.descendants.filter { $0.isA(gtk_image_get_type()) && $0.isMapped }
                    .compactMap { gtk_image_get_icon_name($0.opaque).map { String(cString: $0) } }
                XCTAssertEqual(icons, [reason == nil ? "document-open-recent-symbolic" : "network-offline-symbolic"])
                XCTAssertEqual(note.button("Try Again") != nil, reason != nil)
            }
            stage.close()
        }
    }

    /// The date of a comment has a tooltip with the day and the time
    func test_comments_tellAbsoluteDate() {
        onMain {
            let written = Date(timeIntervalSinceReferenceDate: 800_000_000)
            let comment = ImageComment(
                id: UUID(), message: "a message", createdAt: written, author: ImageCommentAuthor(username: "a username")
            )
            let (screen, controller) = Screens.commentsWithController(
                load: { ImageConversation([comment]) }, now: { written + 300 })
            let stage = Stage(screen.root)
            controller.appear()
            runLoop(until: "the date") { screen.root.descendants.contains { $0.text(is: "5 minutes ago") } }
            let date = try XCTUnwrap(screen.root.descendants.first { $0.text(is: "5 minutes ago") })
            let tooltip = gtk_widget_get_tooltip_text(date.pointer).map { String(cString: $0) } ?? ""
            XCTAssertEqual(
                tooltip.split(whereSeparator: \.isWhitespace).joined(separator: " "), "May 9, 2026 at 6:13 AM")
            stage.close()
        }
    }

    /// Where there isn't room for a place and the date beside each other, the date stands below, and no word is broken
    func test_card_putsDateBelowPlace() {
        onMain {
            let date = Date(timeIntervalSinceReferenceDate: 0)
            for direction in [GTK_TEXT_DIR_LTR, GTK_TEXT_DIR_RTL] {
                for (scale, isBelow) in [(1, false), (2, true)] {
                    gtk_widget_set_default_direction(direction)
                    Surroundings.textScale = scale
                    for author in [nil, "Maria Papadopoulou-Lindström"] {
                        let image = Screens.image(
                            1, description: nil, location: "Chamonix, France", createdAt: date, author: author)
                        let (screen, _) = Screens.feed(loading: [image]) { date + 59 * 60 }
                        let stage = Stage(screen.root, width: 360)
                        runLoop(until: "the date") {
                            screen.root.descendants.contains { $0.text(is: "59 minutes ago") && $0.isMapped }
                        }
                        stage.settle()
                        let when = try XCTUnwrap(
                            screen.root.descendants.first { $0.text(is: "59 minutes ago") && $0.isMapped })
                        let what = try XCTUnwrap(
                            screen.root.descendants.first { $0.text(is: author ?? "Chamonix, France") })
                        var (whenBounds, whatBounds) = (graphene_rect_t(), graphene_rect_t())
                        XCTAssertTrue(gtk_widget_compute_bounds(when.pointer, screen.root.pointer, &whenBounds) != 0)
                        XCTAssertTrue(gtk_widget_compute_bounds(what.pointer, screen.root.pointer, &whatBounds) != 0)
                        let end = whatBounds.origin.y + whatBounds.size.height
                        XCTAssertEqual(whenBounds.origin.y >= end, isBelow, "\(scale) \(author ?? "")")
                        let (x, width) = (whenBounds.origin.x, whenBounds.size.width)
                        let isAtEnd = direction == GTK_TEXT_DIR_LTR ? x > 180 : x + width < 180
                        XCTAssertTrue(isBelow || isAtEnd)
                        let lines = pango_layout_get_line_count(gtk_label_get_layout(what.opaque))
                        XCTAssertEqual(lines, 1)
                        stage.close()
                    }
                }
            }
        }
    }

    /// The details have a button that opens the folder of saved photos
    func test_details_openFolder() {
        onMain {
            let screen = ImageDetailsScreen(isPane: false, language: .english, onClose: {})
            let folder = URL(filePath: "/home/maria/photos", directoryHint: .isDirectory)
            var opened: [URL] = []
            screen.onOpenFolder = { opened.append($0) }
            let saved = SavedImage(byteCount: 1, savedAt: Screens.taken, folder: folder)
            let image = Screens.image(1, description: nil, location: nil)
            screen.display(ImageDetailsPresenter.map(image, saved: saved, language: .english))
            let stage = Stage(screen.root).settled()
            emit("clicked", from: try XCTUnwrap(screen.root.iconButton("Open Folder")).raw)
            XCTAssertEqual(opened, [folder])
            stage.close()
        }
    }

    /// B212 Larger text lays the rows out anew; hiding the banner gives its place back to the list
    func test_screen_laysOutAnew() {
        onMain {
            let row = Screens.image(1, description: Screens.longText, location: "a location")
            let (screen, stage) = Self.card(of: row)
            let height = gtk_widget_get_height(try XCTUnwrap(Self.card(screen)).pointer)
            Surroundings.textScale = 2
            runLoop(until: "a higher card") {
                Self.card(screen).map { gtk_widget_get_height($0.pointer) > height } ?? false
            }
            Surroundings.textScale = 1

            let list = try XCTUnwrap(screen.root.descendants.first { $0.hasClass("feed-list") })
            runLoop(until: "the list") { gtk_widget_get_height(list.pointer) > 0 }
            stage.settle()
            let room = gtk_widget_get_height(list.pointer)
            screen.display(Screens.feed([row], error: "an error"))
            runLoop(until: "less room for the list") { gtk_widget_get_height(list.pointer) < room }
            screen.display(Screens.feed([row]))
            runLoop(until: "the room back") { gtk_widget_get_height(list.pointer) == room }
            stage.close()
        }
    }

    /// Everything fits 360 pixels; a window that is too narrow for rows keeps the cards centred
    func test_screen_fitsNarrowAndWide() {
        onMain {
            let narrow = Screens.feed(.stay)
            let row = Screens.image(1, description: Screens.longText, location: Screens.longText)
            narrow.display(Screens.feed([row], error: Screens.longText))
            var minimum: Int32 = 0
            gtk_widget_measure(narrow.root.pointer, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
            XCTAssertLessThanOrEqual(minimum, 360)

            let wide = Screens.feed(.stay)
            wide.display(Screens.feed([row]))
            let stage = Stage(wide.root, width: 690, height: 640)
            runLoop(until: "a card") { Self.card(wide) != nil }
            let found = try XCTUnwrap(Self.card(wide))
            var x = 0.0
            var y = 0.0
            gtk_widget_translate_coordinates(found.pointer, wide.root.pointer, 0, 0, &x, &y)
            let width = Double(gtk_widget_get_width(found.pointer))
            XCTAssertLessThanOrEqual(width, 600)
            XCTAssertEqual(x + width / 2, 345, accuracy: 1)
            stage.close()
        }
    }

    /// Where a wider window makes the cards larger, their pictures are decoded anew for that size
    func test_screen_hasPicturesOfItsSize() {
        onMain {
            let memory = PictureCache<Texture>()
            let (screen, pictures) = Screens.feed(keepingPicturesIn: memory)
            let initial = pictures.sizing
            let image = Screens.image(1, description: nil, location: nil)
            screen.display(Screens.feed([image]))
            let stage = Stage(screen.root)
            runLoop(until: "a picture of the narrow card") {
                pictures.sizing != initial && memory.has(pictures.sizing.size(of: image))
            }
            stage.settle()
            let narrow = pictures.sizing.size(of: image)
            gtk_window_set_default_size(stage.window.window, 900, 640)
            runLoop(until: "a picture of the wide card") {
                let size = pictures.sizing.size(of: image)
                return size.width > narrow.width && memory.has(size)
            }
            stage.close()
        }
    }

    /// B246 The picture fades in within 0.25 s and the shimmer's period is 1.25 s; without animations neither moves
    func test_style_animatesAndObeysReducedMotion() {
        onMain {
            XCTAssertTrue(ScreenStyle.text.contains("transition: opacity 250ms"))
            XCTAssertTrue(ScreenStyle.text.contains("animation: feed-shimmer 1.25s"))
            let (screen, stage) = Stage.feed(Screens.feed([Screens.image(1, description: nil, location: nil)]))
            runLoop(until: "a card that loads") { screen.root.descendants.contains { $0.hasClass("loading") } }
            stage.settle()
            let still = Pixels(try XCTUnwrap(stage.picture()))
            let later = Pixels(try XCTUnwrap(stage.picture()))
            XCTAssertEqual(still.difference(from: later).count, 0)
            Surroundings.set("gtk-enable-animations", true)
            runLoop(until: "a shimmer that moves") {
                guard let texture = stage.picture() else { return false }
                return still.differs(from: Pixels(texture))
            }
            stage.close()
        }
    }

    /// B277 Opening and closing both screens 200 times leaves nothing: no handler, no reference, no picture
    func test_screens_leaveNothing() {
        onMain {
            @MainActor func openAndClose() throws {
                let feed = Screens.feed()
                feed.display(Screens.feed([Screens.image(1, description: "a description", location: "a location")]))
                let comments = Screens.comments()
                var viewModel = ImageCommentsListViewModel()
                viewModel.rows = [Screens.comment(1, "a username", "now", "a message")]
                viewModel.content = .rows
                comments.display(viewModel)
                for root in [feed.root, comments.root] {
                    let stage = Stage(root)
                    runLoop(until: "the screen") { root.isMapped }
                    stage.close()
                }
            }
            try openAndClose()
            runLoop(until: "the first to be gone") { LiveCount.textures.value == 0 }
            let before = (LiveCount.handlers.value, LiveCount.references.value)
            for _ in 0..<200 { try openAndClose() }
            runLoop(until: "all to be gone") {
                LiveCount.textures.value == 0 && LiveCount.handlers.value <= before.0
                    && LiveCount.references.value <= before.1
            }
        }
    }

    @MainActor
    private static func box(_ screen: FeedScreen) -> Widget? {
        screen.root.descendants.first {
            $0.hasClass("feed-picture-box") && $0.isMapped && gtk_widget_get_height($0.pointer) > 0
        }
    }

    @MainActor
    private static func hasPaintable(_ widget: Widget) -> Bool {
        widget.isA(gtk_picture_get_type()) && gtk_picture_get_paintable(widget.opaque) != nil
    }

    /// Returns the screen and its window once they show the card of an image.
    @MainActor
    private static func card(of image: FeedImage, height: Int32 = 640) -> (screen: FeedScreen, stage: Stage) {
        let (screen, stage) = Stage.feed(Screens.feed([image]), height: height)
        runLoop(until: "a card") { card(screen) != nil }
        return (screen, stage)
    }

    @MainActor
    private static func card(_ screen: FeedScreen) -> Widget? {
        screen.root.descendants.first {
            $0.hasClass("feed-card") && $0.isMapped && gtk_widget_get_height($0.pointer) > 0
        }
    }
}

extension Widget {
    @MainActor fileprivate var buttonTitle: String? {
        guard isA(gtk_button_get_type()) else { return nil }
        return gtk_button_get_label(button).map { String(cString: $0) }
    }
}

/// A time that a test changes.
private final class TestClock: @unchecked Sendable {
    /// Read and written on the main thread only.
    var date: Date

    init(_ date: Date) {
        self.date = date
    }
}

extension Pixels {
    func differs(from other: Pixels) -> Bool {
        zip(bytes, other.bytes).contains { $0 != $1 }
    }
}

extension Widget {
    /// All widgets below this one.
    @MainActor var descendants: [Widget] {
        var all: [Widget] = []
        var child = gtk_widget_get_first_child(pointer)
        while let current = child {
            let widget = Widget(current)
            all += [widget] + widget.descendants
            child = gtk_widget_get_next_sibling(current)
        }
        return all
    }
}

extension PictureCache<Texture> {
    /// Whether the only image has a picture of that size.
    @MainActor fileprivate func has(_ size: PixelSize) -> Bool {
        let url = Screens.image(1, description: nil, location: nil).url
        return picture(for: url, size: size)?.picture.width == size.width
    }
}
