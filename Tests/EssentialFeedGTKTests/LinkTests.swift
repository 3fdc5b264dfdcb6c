import CAdwaita
import CGtkKit
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import XCTest

/// Links in the texts of comments and captions. The comment above a function is its name.
final class LinkTests: WidgetTestCase {
    /// Whatever a server sends is shown as it is, and never read as markup
    func test_texts_areNeverMarkup() {
        onMain {
            let hostile = [
                "<a href=\"http://evil.com\">http://good.com</a>", "http://good.com/?a=1&b=2 & <b>bold</b>",
                "http://good.com/\"title=\"x", "http://good.com/'><span size=\"99999999\">",
                "</a></span>&lt;&#0;&bogus;",
                "http://good.com/&quot;&gt;&lt;b&gt;", "http://good.com ]]> <!-- --> <?x?> \u{FFFE}\u{1}\u{0}",
                "&#x202E; http://good.com/%22%3E",
            ]
            let screen = Screens.comments()
            var viewModel = ImageCommentsListViewModel()
            viewModel.content = .rows
            for text in hostile {
                viewModel.image = FeedImageViewModel(description: text, location: text, author: text)
                viewModel.rows = [Screens.comment(1, text, text, text)]
                screen.display(viewModel)
                let shown = PlainText.clean(text)
                let stage = viewModel.rows.isEmpty ? nil : Stage(screen.root)
                runLoop(until: "the texts") { Self.labels(screen.root, shown).count >= 5 }
                for label in Self.labels(screen.root, shown) where gtk_label_get_use_markup(label.opaque) != 0 {
                    let markup = gtk_label_get_label(label.opaque).map { String(cString: $0) } ?? ""
                    XCTAssertEqual(markup.ranges(of: "<").count, 2 * LinkedText(text).links.count, markup)
                }
                gtk_window_set_child(stage?.window.window, nil)
                stage?.close()
            }
        }
    }

    /// A link has its address as tooltip, and is handed over with it; nothing else is, whatever GTK wants to open
    func test_links_areHandedOver() {
        onMain {
            var followed: [String] = []
            let screen = Screens.comments(
                actions: ImageCommentsScreen.Actions(
                    onBack: {}, onOpen: { _ in }, onLink: { followed.append($0.address) }))
            var viewModel = ImageCommentsListViewModel()
            viewModel.content = .rows
            viewModel.image = FeedImageViewModel(description: "http://a.com/?b=1&c=2")
            viewModel.rows = [Screens.comment(1, "a username", "now", "http://münchen.de")]
            screen.display(viewModel)
            let stage = Stage(screen.root)
            for (text, address) in [
                ("http://a.com/?b=1&c=2", "http://a.com/?b=1&c=2"), ("http://münchen.de", "http://xn--mnchen-3ya.de"),
            ] {
                runLoop(until: "the text") { !Self.labels(screen.root, text).isEmpty }
                let label = try XCTUnwrap(Self.labels(screen.root, text).first)
                var unanswered = 0
                // Called only if the label's own handler leaves the signal to GTK, which would open the address.
                Signal.connect(label.raw, "activate-link") { arguments in
                    unanswered += 1
                    arguments.answer(true)
                }
                defer { XCTAssertEqual(unanswered, 0) }
                XCTAssertTrue(Self.activate(address, of: label))
                XCTAssertEqual(followed.last, address)
                XCTAssertEqual(try Self.tooltip(of: label), address)
                for other in ["http://evil.com", "file:///etc/passwd", ""] {
                    XCTAssertTrue(Self.activate(other, of: label), "GTK doesn't open it")
                }
            }
            XCTAssertEqual(followed.count, 2)
            stage.close()
        }
    }

    /// The keyboard moves into a comment, from link to link in it, and follows the one that it is on
    func test_links_areReachedByKeyboard() {
        onMain {
            var followed: [String] = []
            let screen = Screens.comments(
                actions: ImageCommentsScreen.Actions(
                    onBack: {}, onOpen: { _ in }, onLink: { followed.append($0.address) }))
            var viewModel = ImageCommentsListViewModel()
            viewModel.content = .rows
            let text = "see http://a.com and http://b.com"
            viewModel.rows = [Screens.comment(1, "a username", "now", text)]
            screen.display(viewModel)
            let stage = Stage(screen.root)
            runLoop(until: "the comment") { !Self.labels(screen.root, text).isEmpty }
            stage.settle()
            let label = try XCTUnwrap(Self.labels(screen.root, text).first)
            gtk_widget_grab_focus(label.pointer)
            XCTAssertTrue(label.hasFocus)
            XCTAssertEqual(gtk_label_get_selectable(label.opaque), 1)
            var (start, end): (Int32, Int32) = (0, 0)
            XCTAssertEqual(
                gtk_label_get_selection_bounds(label.opaque, &start, &end), 0, "the focus selects nothing")
            for address in ["http://a.com", "http://b.com"] {
                gtk_widget_child_focus(screen.root.pointer, GTK_DIR_TAB_FORWARD)
                XCTAssertTrue(label.hasFocus)
                emit("activate-current-link", from: label.raw)
                XCTAssertEqual(followed.last, address)
            }
            gtk_label_select_region(label.opaque, 0, 3)
            XCTAssertNotEqual(gtk_label_get_selection_bounds(label.opaque, &start, &end), 0)
            viewModel.rows = [Screens.comment(1, "a username", "1 minute ago", text)]
            screen.display(viewModel)
            XCTAssertNotEqual(
                gtk_label_get_selection_bounds(label.opaque, &start, &end), 0, "a new date keeps the selection")
            stage.close()
        }
    }

    /// What is selected stays selected when the same text is shown again, with links and without, and not in another
    func test_label_keepsSelection() {
        onMain {
            let screen = Screens.comments()
            var viewModel = ImageCommentsListViewModel()
            viewModel.content = .rows
            let texts = ["words alone", "see http://a.com"]
            viewModel.rows = [Screens.comment(1, "a username", "now", texts[0])]
            viewModel.image = FeedImageViewModel(description: texts[1])
            screen.display(viewModel)
            let stage = Stage(screen.root)
            runLoop(until: "the texts") { texts.allSatisfy { !Self.labels(screen.root, $0).isEmpty } }
            let labels = try texts.map { try XCTUnwrap(Self.labels(screen.root, $0).first) }
            @MainActor func hasSelection(_ label: Widget) -> Bool {
                var (start, end): (Int32, Int32) = (0, 0)
                return gtk_label_get_selection_bounds(label.opaque, &start, &end) != 0 && (start, end) == (1, 4)
            }
            for (number, label) in labels.enumerated() {
                for (suffix, isKept) in [("", true), (" and more", false)] {
                    // One label at a time has a selection.
                    gtk_label_select_region(label.opaque, 1, 4)
                    let name = "a username \(number)\(suffix)"
                    viewModel.rows = [Screens.comment(1, name, name, texts[0] + (number == 0 ? suffix : ""))]
                    viewModel.image = FeedImageViewModel(
                        description: texts[1] + (number == 1 ? suffix : ""), location: name)
                    screen.display(viewModel)
                    stage.settle()
                    XCTAssertEqual(hasSelection(label), isKept, texts[number])
                }
            }
            stage.close()
        }
    }

    /// The viewer's caption has links, and can be selected
    func test_viewer_hasLinks() {
        onMain {
            var followed: [String] = []
            let text = "see http://a.com"
            let (screen, controller) = Screens.viewer(
                [Screens.image(1, description: text, location: nil)],
                actions: ImageViewerScreen.Actions(
                    onBack: {}, onCommand: { _, _ in }, onLink: { followed.append($0.address) }))
            let stage = Stage(screen.root)
            runLoop(until: "the caption") { !Self.labels(screen.root, text).isEmpty }
            let label = try XCTUnwrap(Self.labels(screen.root, text).first)
            XCTAssertEqual(gtk_label_get_selectable(label.opaque), 1)
            XCTAssertTrue(Self.activate("http://a.com", of: label))
            XCTAssertEqual(followed, ["http://a.com"])
            controller.stop()
            stage.close()
        }
    }

    /// A link that is written out is opened at once; any other after a dialog that shows its address, or not at all
    func test_opener_asksWhereTextAndAddressDiffer() {
        onMain {
            let stage = Stage(.label("below"))
            stage.settle()
            var launched: [String] = []
            var ends: [LaunchError?] = []
            let opener = LinkOpener(over: stage.window, language: .english) { address, onEnd in
                launched.append(address)
                onEnd(LaunchError(reason: "a test"))
            }
            opener.open(try XCTUnwrap(WebLink("https://example.com/a"))) { ends.append($0) }
            XCTAssertEqual(launched, ["https://example.com/a"])
            XCTAssertEqual(ends, [LaunchError(reason: "a test")])
            XCTAssertNil(Widget.messageDialog)
            for (answer, count) in [("cancel", 1), ("open", 2)] {
                opener.open(try XCTUnwrap(WebLink("https://аррӏе.com/a"))) { ends.append($0) }
                runLoop(until: "the dialog") { Widget.messageDialog != nil }
                XCTAssertEqual(launched.count, 1)
                let dialog = try XCTUnwrap(Widget.messageDialog)
                let message = gtkkit_message_dialog(dialog.raw)
                XCTAssertEqual(
                    adw_message_dialog_get_heading(message).map { String(cString: $0) }, "Open xn--80ak6aa92e.com?")
                XCTAssertEqual(
                    adw_message_dialog_get_body(message).map { String(cString: $0) }, "https://xn--80ak6aa92e.com/a")
                XCTAssertEqual(
                    adw_message_dialog_get_default_response(message).map { String(cString: $0) }, "cancel",
                    "Enter doesn't open what was not read")
                adw_message_dialog_response(message, answer)
                gtk_window_close(dialog.window)
                runLoop(until: "the end of the dialog") { Widget.messageDialog == nil }
                XCTAssertEqual(launched.count, count)
            }
            XCTAssertEqual(launched.last, "https://xn--80ak6aa92e.com/a")
            stage.close()
        }
    }

    /// Why the desktop doesn't open an address is reported
    func test_launcher_reportsFailure() {
        onMain {
            let stage = Stage(.label("below"))
            stage.settle()
            var ends: [LaunchError?] = []
            AddressLauncher.open("essential-feed-test:nothing", over: stage.window) { ends.append($0) }
            runLoop(until: "the answer") { !ends.isEmpty }
            XCTAssertNotEqual(try XCTUnwrap(ends.first.flatMap(\.self)).reason, "")
            XCTAssertEqual(ends.count, 1)
            stage.close()
        }
    }

    // MARK: Labels and signals

    /// The tooltip of the link in a label: GTK reads the title, which markup has in it, as markup once more.
    @MainActor
    private static func tooltip(of label: Widget) throws -> String {
        let markup = gtk_label_get_label(label.opaque).map { String(cString: $0) } ?? ""
        let title = try XCTUnwrap(markup.firstMatch(of: /title="([^"]*)"/)).output.1
        return try plain(plain(String(title)))
    }

    @MainActor
    private static func plain(_ markup: String) throws -> String {
        var text: UnsafeMutablePointer<CChar>?
        XCTAssertNotEqual(pango_parse_markup(markup, -1, 0, nil, &text, nil, nil), 0, markup)
        defer { g_free(text) }
        return String(cString: try XCTUnwrap(text))
    }

    @MainActor
    private static func labels(_ root: Widget, _ text: String) -> [Widget] {
        root.descendants.filter { $0.isMapped && $0.text(is: text) }
    }

    /// Emits the signal with which GTK asks to open an address. Returns whether it is handled.
    @MainActor
    private static func activate(_ address: String, of label: Widget) -> Bool {
        emit("activate-link", from: label.raw, [.text(address)])
    }
}
