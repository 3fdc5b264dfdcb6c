import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline

/// Opens and closes the comments of an image 200 times and prints, in one line, how many more handlers, references and
/// widgets there are than after the first time.
final class CommentsBench {
    private let window: Widget
    private let navigator = Navigator()
    private let feed: FeedScreen
    private var hasGoneBack: CheckedContinuation<Void, Never>?

    init(application: UnsafeMutableRawPointer) {
        let page = FeedPage(
            images: [FeedImage(id: UUID(), description: "a description", location: nil, url: URL(filePath: "/1"))],
            origin: .remote, loadedAt: Date())
        let controller = FeedController(
            loadCached: { throw CancellationError() }, load: { page },
            in: ScreenContext(now: { Date() }, language: .english))
        feed = FeedScreen(
            controller: controller,
            pictures: FeedImageControllers(sizing: .cards(width: 1)) { _, _, _ in throw CancellationError() },
            menu: nil,
            language: .english)
        window = Widget(adw_application_window_new(UnsafeMutablePointer(OpaquePointer(application))))
        gtk_window_set_default_size(window.window, 480, 800)
        ScreenStyle.apply()
        Self.endAnimations()
        adw_application_window_set_content(window.cast(), navigator.root.pointer)
        navigator.start(with: feed.root)
        controller.appear()
        gtk_window_present(window.window)
        Task { await self.run() }
    }

    private func run() async {
        await openAndClose()
        let before = figures
        for _ in 0..<200 { await openAndClose() }
        print(zip(figures, before).map { String($0 - $1) }.joined(separator: " "))
        exit(0)
    }

    private func openAndClose() async {
        let comments = (0..<20).map { number in
            ImageComment(
                id: UUID(), message: "message \(number)", createdAt: Date(),
                author: ImageCommentAuthor(username: "user \(number)"))
        }
        let image = FeedImage(id: UUID(), description: "a description", location: nil, url: URL(filePath: "/1"))
        let controller = ImageCommentsController(
            image: image, load: { ImageConversation(comments, isOpen: true) },
            send: { _ in throw CancellationError() }, in: ScreenContext(now: { Date() }, language: .english))
        let screen = ImageCommentsScreen(
            controller: controller,
            picture: FeedImageController(image: image, size: PixelSize(width: 1, height: 1)) { _, _, _ in
                throw CancellationError()
            }, language: .english)
        navigator.push(screen.root) { [weak self] in self?.hasGoneBack?.resume() }
        controller.appear()
        while !screen.root.isMapped || Self.count(screen.root) < 60 { await frame() }
        await withCheckedContinuation { continuation in
            hasGoneBack = continuation
            navigator.goBack()
        }
        controller.stop()
        await frame()
    }

    private static func endAnimations() {
        var isOn = GValue()
        g_value_init(&isOn, g_type_from_name("gboolean"))
        g_value_set_boolean(&isOn, gboolean(0))
        g_object_set_property(UnsafeMutablePointer(gtk_settings_get_default()), "gtk-enable-animations", &isOn)
    }

    private func frame() async {
        await withCheckedContinuation { continuation in
            if !window.afterFrame({ continuation.resume() }) { MainLoop.afterLayout { continuation.resume() } }
        }
    }

    private var figures: [Int] {
        [LiveCount.handlers.value, LiveCount.references.value, Self.count(window)]
    }

    private static func count(_ widget: Widget) -> Int {
        var count = 1
        var child = gtk_widget_get_first_child(widget.pointer)
        while let current = child {
            count += self.count(Widget(current))
            child = gtk_widget_get_next_sibling(current)
        }
        return count
    }
}
