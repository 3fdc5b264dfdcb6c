import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import XCTest

/// The screen that asks for the server. The comment above a function is its name.
final class AddressScreenTests: WidgetTestCase {
    /// The address has the focus at first, and again after a failure
    func test_addressScreen_focusesAddress() {
        onMain {
            let screen = Screens.address { _, _ in throw try FindServerError.noFeed }
            let stage = Stage(screen.root).settled()
            let entry = try XCTUnwrap(screen.root.entries.first)
            XCTAssertTrue(entry.hasFocusWithin)
            gtk_editable_set_text(entry.opaque, "127.0.0.1:8080")
            gtk_widget_activate(try XCTUnwrap(screen.root.iconButton("Connect")).pointer)
            runLoop(until: "why there is no feed") {
                screen.root.descendants.contains {
                    $0.text(is: "No feed found at http://127.0.0.1:8080; is this the server’s address?") && $0.isMapped
                }
            }
            XCTAssertTrue(entry.hasFocusWithin)
            stage.close()
        }
    }

    /// Over the feed there is always a Cancel button, on the first start only while a server is looked for
    func test_addressScreen_cancels() {
        onMain {
            var cancels = 0
            let over = Screens.address(canGoBack: true, perform: { if $0 == .cancel { cancels += 1 } }) { _, _ in
                throw CancellationError()
            }
            let first = Stage(over.root).settled()
            gtk_widget_activate(try XCTUnwrap(over.root.button("Cancel")).pointer)
            runLoop(until: "a cancel") { cancels == 1 }
            first.close()

            let alone = Screens.address { _, _ in
                try await Task.sleep(for: .seconds(3_600))
                throw CancellationError()
            }
            let second = Stage(alone.root).settled()
            XCTAssertNil(alone.root.button("Cancel"))
            gtk_editable_set_text(try XCTUnwrap(alone.root.entries.first).opaque, "photos.example.com")
            gtk_widget_activate(try XCTUnwrap(alone.root.iconButton("Connect")).pointer)
            runLoop(until: "Cancel") { alone.root.button("Cancel") != nil }
            XCTAssertNil(alone.root.iconButton("Connect"))
            XCTAssertTrue(alone.root.descendants.contains { $0.isA(gtk_spinner_get_type()) && $0.isMapped })
            second.close()
        }
    }

    /// The name and the password are asked for, have the focus, and disappear when the address changes
    func test_addressScreen_asksForSignIn() {
        onMain {
            let screen = Screens.address(request: .needed) { _, _ in throw CancellationError() }
            let stage = Stage(screen.root).settled()
            XCTAssertEqual(screen.root.entries.count, 3)
            XCTAssertTrue(screen.root.entries[1].hasFocusWithin)
            XCTAssertNotNil(screen.root.button("Sign In"))
            XCTAssertNil(screen.root.iconButton("Connect"))
            gtk_editable_set_text(screen.root.entries[0].opaque, "elsewhere.example.com")
            stage.settle()
            XCTAssertEqual(screen.root.entries.count, 1)
            XCTAssertNil(screen.root.button("Sign In"))
            XCTAssertNotNil(screen.root.iconButton("Connect"))
            stage.close()
        }
    }

    /// A folder of one's own and the demo are rows that a click or Enter chooses
    func test_addressScreen_offersOwnPhotosAndDemo() {
        onMain {
            var chosen: [AddressScreen.Action] = []
            let screen = Screens.address(perform: { chosen.append($0) }) { _, _ in throw CancellationError() }
            let stage = Stage(screen.root).settled()
            for title in ["My Photos", "Demo"] {
                gtk_widget_activate(try XCTUnwrap(screen.root.row(title)).pointer)
            }
            XCTAssertEqual(chosen, [.choosePhotos, .showDemo])
            stage.close()
        }
    }

    /// After the end of an invitation there is one field, for a new link
    func test_addressScreen_asksForNewLink() {
        onMain {
            let screen = Screens.address(request: .invitation) { _, _ in throw CancellationError() }
            let stage = Stage(screen.root).settled()
            XCTAssertEqual(screen.root.entries.count, 1)
            XCTAssertTrue(screen.root.entries[0].hasFocusWithin)
            XCTAssertTrue(
                screen.root.descendants.contains {
                    $0.text(is: "Your invitation has ended. Ask for a new link.") && $0.isMapped
                })
            stage.close()
        }
    }

    /// The error pages of the feed and of the comments offer another server
    func test_errorPages_offerAnotherServer() {
        onMain {
            let feed = Screens.feed()
            var viewModel = FeedViewModel()
            viewModel.content = .failed("a reason")
            feed.display(viewModel)
            let comments = Screens.comments()
            var list = ImageCommentsListViewModel()
            list.content = .failed("a reason")
            comments.display(list)
            for root in [feed.root, comments.root] {
                var asked = 0
                let stage = Stage(root)
                let actions = UnsafeMutableRawPointer(g_simple_action_group_new())
                Actions.add("change-server", to: try XCTUnwrap(actions)) { asked += 1 }
                gtk_widget_insert_action_group(stage.window.pointer, "win", OpaquePointer(try XCTUnwrap(actions)))
                g_object_unref(actions)
                stage.settle()
                gtk_widget_activate(try XCTUnwrap(root.button("Change Server…")).pointer)
                runLoop(until: "another server to be asked for") { asked == 1 }
                stage.close()
            }
        }
    }

    /// The offline bar hides nothing of the first card: neither when it appears, nor with newer rows, nor with the
    /// focus there
    func test_note_leavesFirstCardWhole() {
        onMain {
            for isAnimated in [false, true] {
                Surroundings.set("gtk-enable-animations", isAnimated)
                for (before, isFocused) in [(0..<0, false), (0..<12, false), (0..<12, true), (2..<12, false)] {
                    let screen = Screens.feed(.stay)
                    let rows = (1...12).map { Screens.image($0, description: "text", location: "place \($0)") }
                    if !before.isEmpty { screen.display(Screens.feed(Array(rows[before]))) }
                    let stage = Stage(screen.root).settled()
                    if isFocused {
                        let open = screen.root.descendants.first { $0.hasClass("feed-open") && $0.isMapped }
                        gtk_widget_grab_focus(try XCTUnwrap(open).pointer)
                    }
                    var viewModel = Screens.feed(rows)
                    viewModel.note = "Offline. Saved 2 hours ago."
                    viewModel.noteReason = "Nothing answers at the server’s address."
                    screen.display(viewModel)
                    let note = try XCTUnwrap(screen.root.descendants.first { $0.hasClass("feed-note") })
                    let revealer = try XCTUnwrap(gtk_widget_get_parent(note.pointer))
                    runLoop(until: "the whole note") {
                        gtk_revealer_get_child_revealed(OpaquePointer(revealer)) != 0
                            && gtk_widget_get_height(revealer) >= gtk_widget_get_height(note.pointer)
                    }
                    stage.settle()
                    let bottom = note.place(in: screen.root).y + Double(gtk_widget_get_height(note.pointer))
                    let first = screen.root.descendants.first { card in
                        card.hasClass("feed-card") && card.isMapped
                            && card.descendants.contains { $0.text(is: "place 1") }
                    }
                    let top = first.map { $0.place(in: screen.root).y }
                    XCTAssertGreaterThanOrEqual(
                        top ?? -1, bottom, "rows before: \(before), focus: \(isFocused), animated: \(isAnimated)")
                    XCTAssertNotNil(screen.root.button("Try Again"))
                    stage.close()
                }
            }
        }
    }
}

extension FindServerError {
    static var noFeed: FindServerError {
        get throws {
            FindServerError(address: try ServerAddress("http://127.0.0.1:8080"), remote: .invalidData(.empty))
        }
    }
}

extension Widget {
    /// The visible entries, in order.
    @MainActor var entries: [Widget] {
        descendants.filter { $0.isA(gtk_entry_get_type()) && $0.isMapped }
    }

    /// Returns the visible button with the label.
    @MainActor func button(_ label: String) -> Widget? {
        descendants.first {
            $0.isA(gtk_button_get_type()) && $0.isMapped
                && gtk_button_get_label($0.button).map { String(cString: $0) } == label
        }
    }

    /// Returns the visible button whose tooltip is the label.
    @MainActor func iconButton(_ label: String) -> Widget? {
        descendants.first {
            $0.isA(gtk_button_get_type()) && $0.isMapped
                && gtk_widget_get_tooltip_text($0.pointer).map { String(cString: $0) } == label
        }
    }

    @MainActor func row(_ title: String) -> Widget? {
        descendants.first { widget in
            widget.isA(adw_preferences_row_get_type())
                && String(
                    cString: adw_preferences_row_get_title(widget.raw.assumingMemoryBound(to: AdwPreferencesRow.self)))
                    == title
        }
    }

    /// Whether the focus is on it or on something in it.
    @MainActor var hasFocusWithin: Bool { hasFocus || descendants.contains { $0.hasFocus } }

    @MainActor func place(in other: Widget) -> (x: Double, y: Double) {
        var (x, y) = (0.0, 0.0)
        gtk_widget_translate_coordinates(pointer, other.pointer, 0, 0, &x, &y)
        return (x, y)
    }
}
