import EssentialFeed
import EssentialFeedGTK
import Foundation
import GtkKit

/// The feed of one server and the comments that are opened from it: screens, controllers and use cases put together.
final class FeedFlow {
    private let window: MainWindow
    private let language: Language
    private let now: @Sendable () -> Date
    private let report: @Sendable (any Error) -> Void
    private let useCases: Task<UseCases, Never>
    private let pictures: FeedImageControllers<Texture>
    private let controller: FeedController
    private let screen: FeedScreen
    private var comments: (controller: ImageCommentsController, screen: ImageCommentsScreen)?
    private var minutes: Task<Void, Never>?

    /// - Parameter useCases: of the server, opened behind the window, which is on the screen before.
    init(
        useCases: Task<UseCases, Never>, window: MainWindow, language: Language,
        now: @escaping @Sendable () -> Date, report: @escaping @Sendable (any Error) -> Void,
        onFirstPictures: @escaping @MainActor () -> Void
    ) {
        self.useCases = useCases
        self.window = window
        self.language = language
        self.now = now
        self.report = report
        let size = ShownPictureSize()
        let loader = PictureLoader(useCases: useCases, size: size, report: report)
        pictures = FeedImageControllers { url, _ in try await loader.load(url) }
        let selection = Selection()
        controller = FeedController(
            loadSaved: { try await useCases.value.loadFeed.executeOffline() },
            load: { try await useCases.value.loadFeed.execute() },
            now: now, language: language, onSelect: { selection.handler?($0) }, report: report)
        screen = FeedScreen(
            controller: controller, pictures: pictures, menu: window.menu.opaque, language: language)
        screen.onPictureSize = { size.current = $0 }
        screen.onFirstPictures = onFirstPictures
        selection.handler = { [weak self] in self?.openComments(of: $0) }
    }

    func start() {
        window.navigator.start(with: screen.root)
        window.navigator.onBack = { [weak self] in self?.closeComments() }
        controller.appear()
        minutes = Task { [weak self] in
            do {
                while true {
                    try await Task.sleep(for: .seconds(60), tolerance: .seconds(10))
                    self?.controller.timePassed()
                    self?.comments?.controller.timePassed()
                }
            } catch {
                // Cancelled: the feed is closed.
            }
        }
    }

    func refresh() {
        if let comments { comments.controller.refresh() } else { controller.refresh() }
    }

    /// N005.
    func connectionMayHaveReturned() {
        controller.connectionMayHaveReturned()
        comments?.controller.connectionMayHaveReturned()
    }

    /// B273, B274.
    func leaveForeground() {
        let report = report
        let useCases = useCases
        Task {
            do {
                try await useCases.value.validateCache.execute()
            } catch {
                report(error)
            }
        }
    }

    /// Cancels everything, validates the cache and closes it.
    func close() async {
        minutes?.cancel()
        closeComments()
        controller.stop()
        pictures.stop()
        await useCases.value.close(report: report)
    }

    /// B275.
    private func openComments(of image: FeedImage) {
        guard comments == nil else { return }
        let useCases = useCases
        let id = image.id
        let controller = ImageCommentsController(
            load: { try await useCases.value.loadImageComments.execute(imageID: id) }, now: now, language: language)
        let screen = ImageCommentsScreen(controller: controller, language: language) { [weak window] in
            window?.navigator.goBack()
        }
        comments = (controller, screen)
        window.navigator.push(screen.root)
        controller.appear()
    }

    private func closeComments() {
        comments?.controller.stop()
        comments = nil
        screen.returnFocus()
    }

    private final class Selection {
        var handler: ((FeedImage) -> Void)?
    }
}
