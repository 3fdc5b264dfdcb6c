import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import XCTest

/// The look of the screens. Each function's first line is its rows and its sentence.
final class ReferencePictureTests: WidgetTestCase {
    /// B280 B287 N042 The feed with content: a long description and a location of two lines
    func test_feed_showsContent() {
        picture("feed-with-content", [.light, .dark, .large, .rightToLeft]) {
            let screen = Screens.feed()
            screen.display(
                Screens.feed([
                    Screens.image(
                        1, description: Screens.longText,
                        location: "East Side Gallery, a very long name for a place\nMemorial in Berlin, Germany"),
                    Screens.image(2, description: "Garth Pier", location: "Bangor, North Wales"),
                ]))
            return (screen, screen.root, { !Self.isBusy(screen.root) })
        }
    }

    /// B281 B288 The feed with failed images: a location, no description, a button to retry
    func test_feed_showsFailedImages() {
        picture("feed-with-failed-images", [.light, .dark]) {
            let screen = Screens.feed(.fail)
            screen.display(
                Screens.feed([
                    Screens.image(1, description: nil, location: "Cannon Street, London"),
                    Screens.image(2, description: nil, location: "Brighton Seafront"),
                ]))
            return (screen, screen.root, { !Self.isBusy(screen.root) })
        }
    }

    /// B233 The feed while its images load
    func test_feed_showsLoadingImages() {
        picture("feed-with-loading-images", [.light, .dark]) {
            let screen = Screens.feed(.stay)
            screen.display(Screens.feed([Screens.image(1, description: "Garth Pier", location: "Bangor")]))
            return (screen, screen.root, { Self.isBusy(screen.root) })
        }
    }

    /// B282 B289 The feed with the spinner of the row that loads more
    func test_feed_showsLoadMoreSpinner() {
        picture("feed-with-load-more-spinner", [.light, .dark]) {
            let screen = Screens.feed()
            screen.display(Screens.feed([Self.small], loadMore: LoadMoreViewModel(isLoading: true)))
            return (screen, screen.root, { !Self.isBusy(screen.root) })
        }
    }

    /// B283 B289 The feed with an error of several lines in the row that loads more
    func test_feed_showsLoadMoreError() {
        picture("feed-with-load-more-error", [.light, .dark, .large]) {
            let screen = Screens.feed()
            let message = "This is a multiline\nerror message\nin the row that loads more"
            screen.display(Screens.feed([Self.small], loadMore: LoadMoreViewModel(message: message)))
            return (screen, screen.root, { !Self.isBusy(screen.root) })
        }
    }

    /// B284 B288 Comments: a long user name and an old date, several lines, one word
    func test_comments_showContent() {
        picture("comments-with-content", [.light, .dark, .large, .rightToLeft]) {
            let screen = Screens.comments()
            var viewModel = ImageCommentsListViewModel()
            viewModel.content = .rows
            viewModel.rows = [
                Screens.comment(1, "a long long long long long long username", "1,000 years ago", Screens.longText),
                Screens.comment(2, "another username", "10 days ago", "East Side Gallery\nMemorial in Berlin, Germany"),
                Screens.comment(3, "a.", "1 hour ago", "nice"),
            ]
            screen.display(viewModel)
            return (screen, screen.root, { true })
        }
    }

    /// B285 N003 An empty feed says so
    func test_feed_showsEmptyList() {
        picture("feed-empty", [.light, .dark]) {
            let screen = Screens.feed()
            var viewModel = FeedViewModel()
            viewModel.content = .empty("There are no images yet.")
            screen.display(viewModel)
            return (screen, screen.root, { true })
        }
    }

    /// B286 B289 A list with an error banner of three lines
    func test_feed_showsErrorBanner() {
        picture("feed-with-error-banner", [.light, .dark, .large]) {
            let screen = Screens.feed()
            screen.display(Screens.feed([Self.small], error: "This is a\nmulti-line\nerror message"))
            return (screen, screen.root, { !Self.isBusy(screen.root) })
        }
    }

    /// B290 Comments that load: a spinner below the title bar
    func test_comments_showLoading() {
        picture("comments-loading", [.light, .dark]) {
            let screen = Screens.comments()
            var viewModel = ImageCommentsListViewModel()
            viewModel.isLoading = true
            screen.display(viewModel)
            return (screen, screen.root, { true })
        }
    }

    /// N002 N001 The saved feed with its note, and a newer one offered
    func test_feed_showsNoteAndOffersNewest() {
        picture("feed-offline-note", [.light, .dark]) {
            let screen = Screens.feed()
            var viewModel = Screens.feed([Self.small])
            viewModel.note = "Offline. Saved 2 hours ago."
            viewModel.noteReason = "Nothing answers at the server's address."
            viewModel.offersNewest = true
            screen.display(viewModel)
            return (screen, screen.root, { !Self.isBusy(screen.root) })
        }
    }

    /// B209 N003 Without rows the error takes their place
    func test_feed_showsErrorPage() {
        picture("feed-failed", [.light, .dark, .large]) {
            let screen = Screens.feed()
            var viewModel = FeedViewModel()
            viewModel.content = .failed("No connection: nothing answers at the server’s address.")
            screen.display(viewModel)
            return (screen, screen.root, { true })
        }
    }

    /// N096 N097 The screen that asks for the server on the first start, and over the feed with what was wrong
    func test_addressScreen_asksForServer() {
        picture("server", [.light, .dark, .large]) {
            let screen = Screens.address { _, _ in throw CancellationError() }
            return (screen, screen.root, { true })
        }
        picture("server-without-feed", [.light, .dark]) {
            let screen = Screens.address("127.0.0.1:8080", canGoBack: true) { _, _ in throw try FindServerError.noFeed }
            var viewModel = ServerAddressViewModel()
            viewModel.message = "No feed found at http://127.0.0.1:8080; is this the server's address?"
            screen.display(viewModel)
            return (screen, screen.root, { true })
        }
    }

    /// N098 The screen that asks for the server, where that asks for a name and a password
    func test_addressScreen_asksForSignIn() {
        picture("server-sign-in", [.light, .dark]) {
            let screen = Screens.address("photos.example.com", asksForSignIn: true, canGoBack: true) { _, _ in
                throw CancellationError()
            }
            return (screen, screen.root, { true })
        }
    }

    private enum Look: String {
        case light, dark, large, rightToLeft
    }

    @MainActor private static var small: FeedImage { Screens.image(1, description: "Garth Pier", location: "Bangor") }

    /// - Parameter make: the screen, its root, and when all of it is there.
    private func picture(
        _ name: String, _ looks: [Look], file: StaticString = #filePath, line: UInt = #line,
        of make: @MainActor () -> (screen: AnyObject, root: Widget, isComplete: @MainActor () -> Bool)
    ) {
        for look in looks {
            onMain {
                Surroundings.isDark = look == .dark
                Surroundings.textScale = look == .large ? 2 : 1
                gtk_widget_set_default_direction(look == .rightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
                let (screen, root, isComplete) = make()
                let stage = Stage(root)
                stage.settle()
                runLoop(until: "all of \(name)") { isComplete() }
                let texture = stage.picture()
                try ReferencePicture(name: "\(name)-\(look)").compare(with: texture, file: file, line: line)
                stage.close()
                withExtendedLifetime(screen) {}
            }
        }
    }

    /// Whether a card of the screen shimmers.
    @MainActor
    private static func isBusy(_ root: Widget) -> Bool {
        root.descendants.contains { $0.hasClass("loading") }
    }
}
