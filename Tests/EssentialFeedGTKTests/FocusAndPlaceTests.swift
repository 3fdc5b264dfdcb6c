import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import XCTest

/// The place of the list and of the keyboard focus while the content changes. The first line of each function's comment
/// names its rows.
final class FocusAndPlaceTests: WidgetTestCase {
    /// B213 A person at the top sees newer images in front
    func test_list_staysAtItsTop() {
        onMain {
            let rows = (1...12).map { Screens.image($0, description: nil, location: "place \($0)") }
            let (screen, stage) = Stage.feed(Screens.feed(Array(rows[3...])))
            runLoop(until: "the first card") { Self.firstOnScreen(screen) == "place 4" }
            screen.display(Screens.feed(rows))
            runLoop(until: "the newest card") { Self.firstOnScreen(screen) == "place 1" }
            stage.settle()
            XCTAssertEqual(Self.firstOnScreen(screen), "place 1")
            stage.close()
        }
    }

    /// Newer photos that one asks for are on the screen, from a restored place or another, in cards and in rows
    func test_scrollToTop_showsNewestImages() {
        onMain {
            let rows = (1...60).map { Screens.image($0, description: nil, location: "place \($0)") }
            for (width, isAnimated) in [(480, true), (1_100, false)] {
                for position in [4, 20, 59] {
                    Surroundings.set("gtk-enable-animations", isAnimated)
                    let screen = Screens.feed(.stay)
                    let stage = Stage(screen.root, width: Int32(width), height: 800)
                    var saved = Screens.feed(Array(rows[3...]))
                    saved.note = "The saved feed."
                    saved.newestOffer = "3 New Photos"
                    screen.display(saved)
                    screen.scroll(to: FeedPlace.Card(id: rows[position].id, passed: 0.3))
                    for _ in 0..<12 { stage.settle() }
                    if position == 20 {
                        screen.scroll(by: 150)
                        stage.settle()
                    }
                    var newest = Screens.feed(rows)
                    newest.firstSeen = rows[3].id
                    screen.display(newest)
                    screen.scrollToTop()
                    for _ in 0..<12 { stage.settle() }
                    XCTAssertEqual(Self.firstOnScreen(screen), "place 1", "\(width), \(isAnimated), \(position)")
                    XCTAssertNil(screen.place)
                    stage.close()
                }
            }
        }
    }

    /// The focus stays on Refresh while the feed loads, and on Try Again while it fails again
    func test_focus_staysWhileLoading() {
        onMain {
            let (screen, stage) = Stage.feed(Screens.feed([Screens.image(1, description: nil, location: "place")]))
            runLoop(until: "the screen") { screen.root.iconButton("Refresh") != nil }
            let refresh = try XCTUnwrap(screen.root.iconButton("Refresh"))
            gtk_widget_grab_focus(refresh.pointer)
            var viewModel = Screens.feed([Screens.image(1, description: nil, location: "place")])
            viewModel.isRefreshing = true
            screen.display(viewModel)
            stage.settle()
            XCTAssertTrue(refresh.hasFocus)

            viewModel = FeedViewModel()
            viewModel.content = .failed("a reason")
            screen.display(viewModel)
            let retry = try XCTUnwrap(screen.root.button("Try Again"))
            gtk_widget_grab_focus(retry.pointer)
            viewModel.content = .loading
            screen.display(viewModel)
            stage.settle()
            viewModel.content = .failed("another reason")
            screen.display(viewModel)
            stage.settle()
            XCTAssertTrue(retry.hasFocus)
            stage.close()
        }
    }

    /// From Try Again the focus moves to what has come in its place, in the feed and in the comments
    func test_focus_movesOnFromTryAgain() {
        onMain {
            for isQuiet in [false, true] {
                let feed = Screens.feed(.stay)
                var feedModel = FeedViewModel()
                let feedStage = Stage(feed.root)
                try Self.fail(quietly: isQuiet, in: feed.root) {
                    feedModel.content = $0
                    feed.display(feedModel)
                }
                feed.display(Screens.feed([Screens.image(1, description: nil, location: "place")]))
                runLoop(until: "the focus on the card") { feed.root.windowFocus.map { $0.isMapped } ?? false }
                let card = try XCTUnwrap(feed.root.descendants.first { $0.hasClass("feed-card") })
                let focus = try XCTUnwrap(feed.root.windowFocus)
                XCTAssertTrue(card.descendants.contains(focus) || focus.descendants.contains(card))
                feedStage.close()

                for isEmpty in [false, true] {
                    let comments = Screens.comments()
                    var model = ImageCommentsListViewModel()
                    let stage = Stage(comments.root)
                    try Self.fail(quietly: isQuiet, in: comments.root) {
                        model.content = $0
                        comments.display(model)
                    }
                    if !isEmpty { model.rows = (1...3).map { Screens.comment($0, "user", "now", "message \($0)") } }
                    model.content = isEmpty ? .empty("a text") : .rows
                    comments.display(model)
                    runLoop(until: "the focus") { comments.root.windowFocus.map { $0.isMapped } ?? false }
                    let focused = try XCTUnwrap(comments.root.windowFocus)
                    if isEmpty {
                        XCTAssertTrue(focused.hasClass("feed-open"))
                    } else {
                        XCTAssertTrue(focused.text(is: "message 1"))
                    }
                    stage.close()
                }
            }
        }
    }

    /// Who moves the focus elsewhere while it loads, or opens another screen, keeps it there
    func test_focus_isNotTaken() {
        onMain {
            for content in [ListContent.rows, .empty("a text"), .failed("another reason")] {
                let comments = Screens.comments()
                var model = ImageCommentsListViewModel()
                let stage = Stage(comments.root)
                try Self.fail(quietly: false, in: comments.root) {
                    model.content = $0
                    comments.display(model)
                }
                let refresh = try XCTUnwrap(comments.root.iconButton("Refresh"))
                gtk_widget_grab_focus(refresh.pointer)
                if content == .rows { model.rows = [Screens.comment(1, "user", "now", "message 1")] }
                model.content = content
                comments.display(model)
                stage.settle()
                XCTAssertTrue(refresh.hasFocus, "\(content)")
                stage.close()

                let feed = Screens.feed(.stay)
                var feedModel = FeedViewModel()
                let navigator = Navigator()
                navigator.start(with: feed.root)
                let feedStage = Stage(navigator.root)
                try Self.fail(quietly: false, in: feed.root) {
                    feedModel.content = $0
                    feed.display(feedModel)
                }
                let cover = Screens.comments()
                navigator.push(cover.root)
                runLoop(until: "the cover") { cover.root.isMapped && !feed.root.isMapped }
                gtk_window_set_focus(feedStage.window.window, nil)
                if content == .rows {
                    feedModel = Screens.feed([Screens.image(1, description: nil, location: "place")])
                }
                feedModel.content = content
                feed.display(feedModel)
                feedStage.settle()
                XCTAssertNil(gtk_root_get_focus(OpaquePointer(feedStage.window.pointer)), "\(content)")
                feedStage.close()
            }
        }
    }

    /// Shows that loading has failed, puts the focus on Try Again, and begins to load again.
    /// - Parameter quietly: Whether it loads again without showing this.
    @MainActor private static func fail(
        quietly: Bool, in root: Widget, _ display: (ListContent) -> Void
    ) throws {
        display(.failed("a reason"))
        runLoop(until: "the button") { root.button("Try Again") != nil }
        let retry = try XCTUnwrap(root.button("Try Again"))
        gtk_widget_grab_focus(retry.pointer)
        XCTAssertTrue(retry.hasFocus)
        if !quietly { display(.loading) }
    }

    /// B261 A new comment leaves the others and the focus where they are
    func test_comments_keepTheirRows() {
        onMain {
            let screen = Screens.comments()
            var viewModel = ImageCommentsListViewModel()
            viewModel.rows = (1...3).map { Screens.comment($0, "user \($0)", "now", "message \($0)") }
            viewModel.content = .rows
            screen.display(viewModel)
            let stage = Stage(screen.root)
            runLoop(until: "the comments") { screen.root.descendants.contains { $0.text(is: "message 2") } }
            let before = try XCTUnwrap(screen.root.descendants.first { $0.text(is: "message 2") })
            viewModel.rows.insert(Screens.comment(9, "somebody", "now", "the newest"), at: 0)
            screen.display(viewModel)
            runLoop(until: "the newest") { screen.root.descendants.contains { $0.text(is: "the newest") } }
            stage.settle()
            XCTAssertEqual(screen.root.descendants.first { $0.text(is: "message 2") }, before)
            stage.close()
        }
    }

    /// Characters that are typed above the comments continue the draft below, unless it is being sent; other keys move
    /// through the comments
    func test_typing_continuesComment() {
        onMain {
            let comments = Screens.comments()
            var viewModel = ImageCommentsListViewModel()
            viewModel.rows = (1...3).map { Screens.comment($0, "user", "now", "message \($0)") }
            viewModel.content = .rows
            viewModel.newComment = NewCommentViewModel(text: "so ", isSending: true)
            comments.display(viewModel)
            let stage = Stage(comments.root)
            let desk = try PointerAndKeys()
            defer { desk.leave() }
            stage.settle()
            runLoop(until: "an active window") { gtk_window_is_active(stage.window.window) != 0 }
            gtk_window_set_focus(stage.window.window, nil)
            for key in [GDK_KEY_h, GDK_KEY_Down] { desk.press(key) }
            runLoop(until: "the focus on the photo") { comments.root.windowFocus?.hasClass("feed-open") == true }
            viewModel.newComment?.isSending = false
            comments.display(viewModel)
            for key in [GDK_KEY_h, GDK_KEY_i, GDK_KEY_space, GDK_KEY_1] { desk.press(key) }
            let entry = try XCTUnwrap(comments.root.descendants.first { $0.isA(gtk_entry_get_type()) })
            runLoop(until: "the text") {
                gtk_editable_get_text(entry.opaque).map { String(cString: $0) } == "so hi 1"
            }
            XCTAssertTrue(entry.contains(try XCTUnwrap(comments.root.windowFocus)))
            stage.close()
        }
    }

    /// B275 B277 Another server's feed takes the place of open comments, with animations and without
    func test_navigator_replacesOpenScreen() {
        onMain {
            for isAnimated in [true, false] {
                Surroundings.set("gtk-enable-animations", isAnimated)
                let navigator = Navigator()
                var backs = 0
                var screens: [FeedScreen] = [Screens.feed(.stay), Screens.feed(.stay), Screens.feed(.stay)]
                navigator.start(with: screens[0].root)
                let stage = Stage(navigator.root)
                navigator.push(screens[1].root) { backs += 1 }
                runLoop(until: "the pushed screen") { screens[1].root.isMapped }
                let newest = screens[2].root
                navigator.start(with: newest)
                screens.removeFirst(2)
                runLoop(until: "the newest screen") { newest.isMapped }
                stage.settle()
                XCTAssertEqual(backs, 0)
                XCTAssertFalse(navigator.canGoBack)
                stage.close()
            }
        }
    }

    @MainActor
    private static func firstOnScreen(_ screen: FeedScreen) -> String? {
        let cards = screen.root.descendants.filter { $0.hasClass("feed-card") && $0.isMapped }
        let placed = cards.map { card in
            var x = 0.0
            var y = 0.0
            gtk_widget_translate_coordinates(card.pointer, screen.root.pointer, 0, 0, &x, &y)
            return (card, y + Double(gtk_widget_get_height(card.pointer)))
        }
        // The content below the title bar.
        let first = placed.filter { $0.1 > 60 }.min { $0.1 < $1.1 }?.0
        return first?.descendants.first { $0.isLabel && $0.text.hasPrefix("place ") }?.text
    }
}

extension Widget {
    @MainActor func text(is wanted: String) -> Bool {
        isA(gtk_label_get_type()) && text == wanted
    }
}
