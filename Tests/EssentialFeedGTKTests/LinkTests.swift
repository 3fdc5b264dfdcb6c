import CAdwaita
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

    /// A link leads to the address that is its text, also in other letters, and has it as its tooltip
    func test_links_leadToTheirTexts() {
        onMain {
            let screen = Screens.comments()
            var viewModel = ImageCommentsListViewModel()
            viewModel.content = .rows
            viewModel.image = FeedImageViewModel(description: "http://a.com/?b=1&c=2")
            viewModel.rows = [Screens.comment(1, "a username", "now", "http://münchen.de")]
            screen.display(viewModel)
            let stage = Stage(screen.root)
            for text in ["http://a.com/?b=1&c=2", "http://münchen.de"] {
                runLoop(until: "the text") { !Self.labels(screen.root, text).isEmpty }
                let label = try XCTUnwrap(Self.labels(screen.root, text).first)
                let markup = gtk_label_get_label(label.opaque).map { String(cString: $0) } ?? ""
                let link = try XCTUnwrap(markup.wholeMatch(of: /<a href="([^"]*)" title="([^"]*)">[^<]*<\/a>/)).output
                XCTAssertEqual(try Self.plain(String(link.1)), text)
                // GTK reads the title, which markup has in it, as markup once more.
                XCTAssertEqual(try Self.plain(Self.plain(String(link.2))), text)
            }
            stage.close()
        }
    }

    /// The keyboard moves into a comment, from link to link in it, and follows the one that it is on
    func test_links_areReachedByKeyboard() {
        onMain {
            var followed: [String] = []
            let screen = Screens.comments()
            var viewModel = ImageCommentsListViewModel()
            viewModel.content = .rows
            let text = "see http://a.com and http://b.com"
            viewModel.rows = [Screens.comment(1, "a username", "now", text)]
            screen.display(viewModel)
            let stage = Stage(screen.root)
            runLoop(until: "the comment") { !Self.labels(screen.root, text).isEmpty }
            stage.settle()
            let label = try XCTUnwrap(Self.labels(screen.root, text).first)
            Signal.connect(label.raw, "activate-link") { arguments in
                followed.append(arguments.text(1))
                arguments.answer(true)
            }
            gtk_widget_grab_focus(label.pointer)
            XCTAssertTrue(label.hasFocus)
            XCTAssertEqual(gtk_label_get_selectable(label.opaque), 1)
            var (start, end): (Int32, Int32) = (0, 0)
            XCTAssertEqual(gtk_label_get_selection_bounds(label.opaque, &start, &end), 0, "the focus selects nothing")
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
            let text = "see http://a.com"
            let (screen, controller) = Screens.viewer([Screens.image(1, description: text, location: nil)])
            let stage = Stage(screen.root)
            runLoop(until: "the caption") { !Self.labels(screen.root, text).isEmpty }
            let label = try XCTUnwrap(Self.labels(screen.root, text).first)
            XCTAssertEqual(gtk_label_get_selectable(label.opaque), 1)
            XCTAssertEqual(gtk_label_get_label(label.opaque).map { String(cString: $0).contains("href=") }, true)
            controller.stop()
            stage.close()
        }
    }

    // MARK: Labels

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
}
