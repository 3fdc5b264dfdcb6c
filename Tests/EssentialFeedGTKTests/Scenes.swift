import CAdwaita
import EssentialFeed
import Foundation
import GtkKit
import ImageFormats
import class TestSupport.VirtualClock

@testable import EssentialFeedGTK

/// A screen in a state that has a reference picture.
@MainActor
struct Scene {
    let screen: AnyObject
    let root: Widget
    var width: Int32 = 400
    var height: Int32 = 640
    var isComplete: @MainActor () -> Bool = { true }
}

/// The states that have reference pictures, named like these.
@MainActor
enum Scenes {
    static func content() -> Scene {
        feed(
            Screens.feed([
                Screens.image(
                    1, description: Screens.longText,
                    location: "East Side Gallery, a very long name for a place\nMemorial in Berlin, Germany"),
                Screens.image(2, description: "Garth Pier", location: "Bangor, North Wales"),
            ]))
    }

    static func shapes() -> Scene {
        let date = Date(timeIntervalSinceReferenceDate: 0)
        let images = [
            Screens.image(
                1, description: "Garth Pier", location: "Bangor", size: PixelSize(width: 2_000, height: 1_000),
                createdAt: date, author: "Maria", commentCount: 12),
            Screens.image(
                2, description: Screens.longText + " " + Screens.longText, location: nil,
                size: PixelSize(width: 1_100, height: 1_000), createdAt: date),
        ]
        let screen = Screens.feed(loading: images) { date + 172_800 }.feed
        return Scene(screen: screen, root: screen.root) { [root = screen.root] in
            root.descendants.contains { $0.text(is: "Garth Pier") } && !isBusy(root)
        }
    }

    static func rows() -> Scene {
        let date = Date(timeIntervalSinceReferenceDate: 0)
        let images = [
            Screens.image(
                1, description: "Garth Pier", location: "Bangor, North Wales",
                size: PixelSize(width: 1_500, height: 1_000), createdAt: date, author: "Maria Papadopoulou",
                commentCount: 1_000),
            Screens.image(
                2, description: Screens.longText, location: "East Side Gallery",
                size: PixelSize(width: 1_000, height: 1_500), createdAt: date),
            Screens.image(3, description: nil, location: "Brighton Seafront"),
            Screens.image(
                4, description: nil, location: nil, size: PixelSize(width: 500, height: 1_100), createdAt: date,
                author: "Jo"),
            Screens.image(5, description: nil, location: nil, size: PixelSize(width: 2_400, height: 1_000)),
        ]
        let screen = Screens.feed(loading: images) { date + 172_800 }.feed
        var scene = Scene(screen: screen, root: screen.root) { [root = screen.root] in
            root.descendants.count { $0.hasClass("feed-picture") && $0.hasClass("shown") } == 5 && !isBusy(root)
        }
        // Large texts need wider rows.
        scene.width = 500 + 500 * Int32(Surroundings.textScale)
        return scene
    }

    /// The grid or rows, with some photos selected and one focused.
    static func selection(isGrid: Bool) -> Scene {
        let scene = isGrid ? grid(width: 1_000, .usual) : rows()
        guard let screen = scene.screen as? FeedScreen else { preconditionFailure("no feed") }
        var selected = scene
        selected.isComplete = {
            guard scene.isComplete(), screen.rows.count > 4 else { return false }
            if !screen.selection.contains(screen.rows[1].id) {
                for image in screen.rows[1...3] { screen.selection.toggle(image.id) }
            }
            return screen.root.descendants.contains { $0.hasClass("selected") && $0.isMapped }
        }
        return selected
    }

    static func grid(
        width: Int32 = 1_000, _ density: FeedStyle.Density = .usual
    ) -> Scene {
        let shapes = [(1_500, 1_000), (1_000, 1_500), (1_600, 1_200), (1_000, 1_000), (2_400, 1_000), (900, 1_600)]
        let images = (1...40).map { number in
            let shape = shapes[number * 5 % 7 % 6]
            let months = number <= 16 ? 0 : number <= 18 ? -1 : -2
            return Screens.image(
                number, description: nil, location: nil, size: PixelSize(width: shape.0, height: shape.1),
                createdAt: Screens.calendar.date(from: DateComponents(year: 2026, month: 6 + months, day: 15)))
        }
        let screen = Screens.feed()
        screen.show(FeedStyle(isGrid: true, density: density))
        screen.display(Screens.feed(images))
        var scene = Scene(screen: screen, root: screen.root) { [root = screen.root] in
            let photos = root.descendants.filter { $0.hasClass("photo-cell") && $0.isMapped }
            return photos.count > 3 && photos.allSatisfy { gtk_picture_get_paintable($0.opaque) != nil }
        }
        scene.width = width
        return scene
    }

    static func newSince() -> Scene {
        let wide = PixelSize(width: 2_000, height: 1_000)
        let images = [
            Screens.image(1, description: nil, location: "Garth Pier", size: wide),
            Screens.image(2, description: nil, location: "Bangor", size: wide),
        ]
        var viewModel = Screens.feed(images)
        viewModel.firstSeen = images[1].id
        return feed(viewModel)
    }

    static func inLanguage(_ language: Language, _ make: @MainActor () -> Scene) -> Scene {
        Surroundings.language = language
        return make()
    }

    static func newSinceInRows() -> Scene {
        let images = (1...6).map {
            Screens.image($0, description: nil, location: "place \($0)", size: PixelSize(width: 2_000, height: 1_000))
        }
        var viewModel = Screens.feed(images)
        viewModel.firstSeen = images[1].id
        var scene = feed(viewModel)
        scene.width = 1_100
        return scene
    }

    static func placeholders() -> Scene {
        return feed(
            Screens.feed([
                Screens.image(
                    1, description: "a description", location: nil, size: PixelSize(width: 1_000, height: 1_000),
                    placeholder: Screens.placeholder)
            ]), .stay)
    }

    static func viewer() -> Scene {
        let images = (1...3).map { number in
            Screens.image(
                number, description: Screens.longText, location: "Garth Pier, Bangor",
                size: PixelSize(width: 1_600, height: 1_200), author: "Maria")
        }
        let (screen, _) = Screens.viewer(images, at: 1)
        return Scene(screen: screen, root: screen.root) { [root = screen.root] in isSharp(root) }
    }

    static func viewerWithThumbnails() -> Scene {
        let images = (1...9).map { number in
            Screens.image(
                number, description: "The pier at low tide.", location: "Garth Pier, Bangor",
                size: PixelSize(width: 1_600, height: 1_200), author: "Maria")
        }
        let (screen, _) = Screens.viewer(images, at: 3)
        let button = screen.root.descendants.first { $0.hasIcon("folder-pictures-symbolic") }
        if let button { emit("clicked", from: button.raw) }
        return Scene(screen: screen, root: screen.root) { [root = screen.root] in isSharp(root) && !isBusy(root) }
    }

    /// The viewer in a wide window, with details beside the picture.
    static func viewerWithDetails() -> Scene {
        beside(details(isPane: true).screen)
    }

    /// The viewer in a wide window, with comments beside the picture.
    static func viewerWithComments() -> Scene {
        var viewModel = ImageCommentsListViewModel()
        viewModel.content = .rows
        viewModel.rows = [
            Screens.comment(1, "Maria", Screens.daysAgo(6), Screens.longText),
            Screens.comment(2, "a.", Screens.daysAgo(2), "See https://example.com"),
        ]
        let screen = Screens.comments(isPane: true)
        screen.display(viewModel)
        return beside(screen)
    }

    private static func beside(_ pane: AnyObject) -> Scene {
        var scene = viewer()
        scene.width = 1_000
        let root = (pane as? ImageDetailsScreen)?.root ?? (pane as? ImageCommentsScreen)?.root
        if let viewer = scene.screen as? ImageViewerScreen, let root {
            viewer.showPane(root, of: pane is ImageDetailsScreen ? .details : .comments) {}
        }
        return Scene(screen: Both(scene.screen, pane), root: scene.root, width: 1_000, isComplete: scene.isComplete)
    }

    /// Keeps two screens.
    private final class Both {
        private let screens: [AnyObject]
        init(_ screens: AnyObject...) { self.screens = screens }
    }

    static func details(isPane: Bool = false) -> Scene {
        let date = Screens.taken
        let image = Screens.image(
            1, description: "The pier at low tide. See https://example.com", location: "Garth Pier, Bangor",
            size: PixelSize(width: 4_032, height: 3_024), createdAt: date, author: "Maria")
        let folder = URL(filePath: "/home/maria/.cache/essential-feed/9f1c/images", directoryHint: .isDirectory)
        let saved = SavedImage(byteCount: 2_345_678, savedAt: date + 172_800, folder: folder)
        let screen = ImageDetailsScreen(isPane: isPane, language: Surroundings.language, onClose: {})
        screen.display(
            ImageDetailsPresenter.map(image, saved: saved, calendar: Screens.calendar, language: Surroundings.language))
        return Scene(screen: screen, root: screen.root)
    }

    static func slideshow() -> Scene {
        let images = (1...3).map {
            Screens.image(
                $0, description: "The pier at low tide.", location: "Garth Pier, Bangor",
                size: PixelSize(width: 1_600, height: 1_200), author: "Maria")
        }
        let timer = SlideshowTimer(turn: .seconds(5), clock: VirtualClock())
        let (screen, controller) = Screens.viewer(images, slideshow: timer)
        return Scene(screen: Both(screen, controller), root: screen.root) { [root = screen.root] in isSharp(root) }
    }

    /// Whether a picture for all of its place has loaded. A smaller one at hand is shown first.
    static func isSharp(_ root: Widget) -> Bool {
        let picture = root.descendants.first { $0.isA(gtk_picture_get_type()) }
        guard let picture, let paintable = gtk_picture_get_paintable(picture.opaque) else { return false }
        return !isLoading(root)
            && gdk_paintable_get_intrinsic_width(paintable) >= gtk_widget_get_width(picture.pointer)
    }

    static func failedViewer() -> Scene {
        let image = Screens.image(1, description: nil, location: nil)
        let (screen, _) = Screens.viewer([image], .fail(.undecodable("a test")))
        return Scene(screen: screen, root: screen.root) { [root = screen.root] in !isLoading(root) }
    }

    static func failedImages() -> Scene {
        feed(
            Screens.feed([
                Screens.image(1, description: nil, location: "Cannon Street, London"),
                Screens.image(2, description: nil, location: "Brighton Seafront"),
            ]), .fail(.undecodable("a test")))
    }

    static func unsupportedFormat() -> Scene {
        feed(Screens.feed([Screens.image(1, description: "Garth Pier", location: "Bangor")]), .fail(.unsupportedFormat))
    }

    static func loadingImages() -> Scene {
        var scene = feed(Screens.feed([small]), .stay)
        scene.isComplete = { [root = scene.root] in isBusy(root) }
        return scene
    }

    static func longWords() -> Scene {
        var scene = feed(
            Screens.feed([
                Screens.image(
                    1, description: "photos.example.com/" + String(repeating: "internationalization", count: 8),
                    location: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch")
            ]), .stay)
        scene.isComplete = { [root = scene.root] in isBusy(root) }
        return scene
    }

    static func loadMoreSpinner() -> Scene {
        feed(Screens.feed([small], loadMore: LoadMoreViewModel(isLoading: true)))
    }

    static func loadMoreError() -> Scene {
        let message = "This is a multiline\nerror message\nin the row that loads more"
        return feed(Screens.feed([small], loadMore: LoadMoreViewModel(message: message)))
    }

    static func errorBanner() -> Scene {
        feed(Screens.feed([small], error: "This is a\nmulti-line\nerror message"))
    }

    static func offlineNote() -> Scene {
        var viewModel = Screens.feed([small])
        viewModel.note = "Offline. Saved 2 hours ago."
        viewModel.noteReason = "Nothing answers at the server’s address."
        viewModel.newestOffer = "Show Newest"
        return feed(viewModel)
    }

    static func server() -> Scene {
        let screen = Screens.address { _, _ in throw CancellationError() }
        return Scene(screen: screen, root: screen.root)
    }

    static func welcome() -> Scene {
        let screen = Screens.address(isFirst: true) { _, _ in throw CancellationError() }
        return Scene(screen: screen, root: screen.root)
    }

    static func preferences() -> Scene {
        let screen = Screens.preferences().screen
        var scene = Scene(screen: screen, root: screen.root, height: 1_000)
        scene.isComplete = { [root = scene.root] in
            root.descendants.contains { $0.isA(gtk_label_get_type()) && $0.text.contains("48 MB") && $0.isMapped }
        }
        return scene
    }

    static func serverWithoutFeed() -> Scene {
        let screen = Screens.address("127.0.0.1:8080", canGoBack: true) { _, _ in throw CancellationError() }
        var viewModel = ServerAddressViewModel()
        viewModel.message = "No feed found at http://127.0.0.1:8080; is this the server’s address?"
        screen.display(viewModel)
        return Scene(screen: screen, root: screen.root)
    }

    static func signIn() -> Scene {
        let screen = Screens.address("photos.example.com", request: .needed, canGoBack: true) { _, _ in
            throw CancellationError()
        }
        return Scene(screen: screen, root: screen.root)
    }

    static func emptyFeed() -> Scene {
        var viewModel = FeedViewModel()
        viewModel.content = .empty("There are no photos yet. New photos will appear here.")
        return feed(viewModel)
    }

    static func leftOutFiles() -> Scene {
        let scene = feed(Screens.feed([small]))
        let text = Surroundings.language.text(.cannotShow, "2")
        (scene.screen as? FeedScreen)?.displayLeftOut(text, files: [], more: nil)
        return scene
    }

    static func failedFeed() -> Scene {
        var viewModel = FeedViewModel()
        viewModel.content = .failed("No connection: nothing answers at the server’s address.")
        return feed(viewModel)
    }

    static func comments() -> Scene {
        comments(
            .rows,
            rows: [
                Screens.comment(1, "a long long long long long long username", "1,000 years ago", Screens.longText),
                Screens.comment(2, "another username", "10 days ago", "East Side Gallery\nMemorial in Berlin, Germany"),
                Screens.comment(3, "a.", "1 hour ago", "nice"),
            ])
    }

    static func commentBeingWritten(text: String = "What a view!") -> Scene {
        comments(
            .rows, rows: [Screens.comment(1, "Maria", Screens.daysAgo(6), "nice")], description: "Garth Pier",
            newComment: NewCommentViewModel(text: text))
    }

    static func emptyComments() -> Scene {
        comments(.empty("There are no comments yet."))
    }

    static func failedComments() -> Scene {
        let message = Surroundings.language.text(
            "Couldn’t connect to the server: nothing answers at its address. Try again later, or ask the server’s owner.",
            [])
        return comments(.failed(message), .fail(.undecodable("a test")))
    }

    static func commentsWithLinks() -> Scene {
        comments(
            .rows,
            rows: [
                Screens.comment(
                    1, "Maria", "10 days ago",
                    "More of them at https://photos.example.com/2026?a=1&b=2, and here: http://münchen.de."),
                Screens.comment(
                    2, "אורי", "1 hour ago", "ראו http://example.com/א/ב, ו־<b>http://good.com@evil.com</b>"),
                Screens.comment(3, "somebody", "now", "https://example.com"),
            ], description: "The doors of Lima (https://example.com/doors_(Lima)).")
    }

    private static func comments(
        _ content: ListContent, rows: [ImageCommentViewModel] = [], _ pictures: Screens.Pictures = .come,
        description: String = Screens.longText, newComment: NewCommentViewModel? = nil
    ) -> Scene {
        let image = Screens.image(1, description: nil, location: nil, size: PixelSize(width: 1_600, height: 1_200))
        let screen = Screens.comments(of: image, pictures)
        var viewModel = ImageCommentsListViewModel()
        viewModel.image = FeedImageViewModel(
            description: description, location: "East Side Gallery, Berlin", author: "Maria Papadopoulou",
            date: Screens.daysAgo(2))
        viewModel.isLoading = content == .loading
        viewModel.content = content
        viewModel.rows = rows
        viewModel.newComment = newComment
        screen.display(viewModel)
        return Scene(screen: screen, root: screen.root) { [root = screen.root] in
            root.descendants.contains { $0.hasClass("commented-photo") && $0.isMapped } && !isBusy(root)
        }
    }

    static func commentsWithFocus() -> Scene {
        var scene = comments()
        scene.isComplete = { [root = scene.root, isComplete = scene.isComplete] in
            guard isComplete(), let message = root.descendants.first(where: { $0.text(is: "nice") && $0.isMapped }),
                let window = gtk_widget_get_root(message.pointer)
            else { return false }
            gtk_widget_grab_focus(message.pointer)
            gtk_window_set_focus_visible(UnsafeMutablePointer(window), gboolean(1))
            return true
        }
        return scene
    }

    static func loadingComments() -> Scene {
        comments(.loading, description: "Garth Pier")
    }

    private static func feed(
        _ viewModel: FeedViewModel, _ pictures: Screens.Pictures = .come
    ) -> Scene {
        let screen = Screens.feed(pictures)
        screen.display(viewModel)
        return Scene(screen: screen, root: screen.root) { [root = screen.root] in !isBusy(root) }
    }

    private static var small: FeedImage { Screens.image(1, description: "Garth Pier", location: "Bangor") }

    /// Whether a spinner of the screen turns.
    private static func isLoading(_ root: Widget) -> Bool {
        root.descendants.contains { $0.isVisible && $0.typeName == "GtkSpinner" }
    }

    /// Whether a card of the screen shimmers.
    private static func isBusy(_ root: Widget) -> Bool {
        root.descendants.contains { $0.hasClass("loading") }
    }
}

/// The appearance in which a scene is drawn.
enum Look: String, CaseIterable {
    case light, dark, large, rightToLeft, greek

    @MainActor func apply() {
        Surroundings.isDark = self == .dark
        Surroundings.textScale = self == .large ? 2 : 1
        Surroundings.language = self == .greek ? .greek : .english
        gtk_widget_set_default_direction(self == .rightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
    }
}
