import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import ImageFormats
import XCTest

/// The keyboard focus of the Try Again buttons. The comment above a function is its name.
final class RetryFocusTests: WidgetTestCase {
    /// Try Again below the last photo has the focus again if loading more fails once more
    func test_loadMore_givesFocusBack() {
        onMain {
            let (screen, stage) = Stage.feed(Self.feed(LoadMoreViewModel(message: "a reason")), height: 900)
            let retry = try Self.focusTryAgain(in: screen, stage)
            screen.display(Self.feed(LoadMoreViewModel(isLoading: true)))
            stage.settle()
            XCTAssertFalse(retry.hasFocus)
            screen.display(Self.feed(LoadMoreViewModel(message: "another reason")))
            stage.settle()
            XCTAssertTrue(retry.hasFocus)
            stage.close()
        }
    }

    /// Try Again of the offline note has the focus again if the server doesn't answer once more
    func test_offlineNote_givesFocusBack() {
        onMain {
            var viewModel = Self.feed(nil)
            viewModel.note = "Offline. Saved 2 hours ago."
            viewModel.noteReason = "Nothing answers."
            let (screen, stage) = Stage.feed(viewModel, height: 900)
            let retry = try Self.focusTryAgain(in: screen, stage)
            viewModel.noteReason = nil
            screen.display(viewModel)
            stage.settle()
            XCTAssertFalse(retry.hasFocus)
            viewModel.noteReason = "Nothing answers."
            screen.display(viewModel)
            stage.settle()
            XCTAssertTrue(retry.hasFocus)
            stage.close()
        }
    }

    /// The button that loads a picture again has the focus again if that fails once more, in a ring that can be seen
    func test_card_givesFocusBack() {
        onMain {
            for look in [Look.light, .dark] {
                look.apply()
                let (screen, stage) = Stage.feed(Self.feed(nil), .fail(.undecodable("a test")), height: 900)
                runLoop(until: "the retry") { Self.retry(in: screen) != nil }
                let retry = try XCTUnwrap(Self.retry(in: screen))
                gtk_window_set_focus_visible(stage.window.window, gboolean(1))
                gtk_widget_grab_focus(retry.pointer)
                stage.settle()
                var bounds = graphene_rect_t()
                XCTAssertTrue(gtk_widget_compute_bounds(retry.pointer, screen.root.pointer, &bounds) != 0)
                let left = Int(bounds.origin.x)
                let middle = Int(bounds.origin.y + bounds.size.height / 2)
                // WCAG asks for 3 to 1 for anything but text.
                let ring = try Pixels(XCTUnwrap(stage.picture()))
                    .contrast(columns: left - 12..<left, rows: middle - 1..<middle + 1)
                XCTAssertGreaterThanOrEqual(ring, 3, "\(look)")

                gtk_widget_activate(retry.pointer)
                runLoop(until: "the next try") { !retry.isMapped }
                runLoop(until: "the retry again") { retry.isMapped }
                stage.settle()
                XCTAssertTrue(retry.hasFocus)
                stage.close()
            }
        }
    }

    @MainActor
    private static func feed(_ loadMore: LoadMoreViewModel?) -> FeedViewModel {
        Screens.feed([Screens.image(1, description: nil, location: "a place")], loadMore: loadMore)
    }

    @MainActor
    private static func retry(in screen: FeedScreen) -> Widget? {
        screen.root.descendants.first { $0.hasClass("feed-retry") && $0.isMapped }
    }

    @MainActor
    private static func focusTryAgain(in screen: FeedScreen, _ stage: Stage) throws -> Widget {
        runLoop(until: "the button") { screen.root.button("Try Again")?.isMapped ?? false }
        let button = try XCTUnwrap(screen.root.button("Try Again"))
        gtk_widget_grab_focus(button.pointer)
        stage.settle()
        XCTAssertTrue(button.hasFocus)
        return button
    }
}
