import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedStore
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline

/// The screens of one server: its feed, and the comments that are opened from it.
final class FeedFlow {
    /// Whether the images of the feed are cached in the background, including those that nobody has scrolled to.
    var keepsImagesOffline = true
    /// Receives what the person has seen of the feed by now, whenever that has changed.
    var onSeen: ((SeenFeed) -> Void)?
    /// Called once, when the first feed has come from the server.
    var onFirstFeed: (() -> Void)?
    /// Called once, when the server asks for a name and a password, or doesn't accept those that it was sent.
    var onSignInNeeded: (() -> Void)?
    private(set) var signInRequest: SignInRequest?

    private let server: OpeningSession
    private let seen: SeenFeed?
    private let window: MainWindow
    private let surroundings: Surroundings
    private let pictures: FeedImageControllers<Texture>
    private let newestPages: (stream: AsyncStream<FeedPage>, continuation: AsyncStream<FeedPage>.Continuation)
    private var viewer: ViewerFlow?
    private var comments: CommentsFlow?
    private var minutes: Task<Void, Never>?
    private var savingImages: Task<Void, Never>?

    private lazy var controller = FeedController(
        loadCached: { [server] in try await server.cachedFeed.value },
        load: { [weak self, server, pages = newestPages.continuation] in
            do {
                let page = try await server.session.value.loadFeed.load()
                await self?.loaded(after: page.origin.error)
                return page.observed { pages.yield($0) }
            } catch let error as LoadFeedError {
                await self?.loaded(after: error.remote)
                throw error
            }
        },
        now: surroundings.now, language: surroundings.language, seen: seen, reconnectClock: ContinuousClock(),
        onSelect: { [weak self] in self?.view($0) }, onSelectComments: { [weak self] in self?.openComments(of: $0) },
        onSeen: { [weak self] in self?.onSeen?($0) }, report: surroundings.report)

    private lazy var screen = FeedScreen(
        controller: controller, pictures: pictures, menu: window.menu.opaque, language: surroundings.language)

    /// - Parameter seen: What the person had seen of the feed the last time; `nil` if nothing is known of it.
    init(_ server: OpeningSession, seen: SeenFeed?, window: MainWindow, in surroundings: Surroundings) {
        self.server = server
        self.seen = seen
        self.window = window
        self.surroundings = surroundings
        let (memory, session) = (server.memory, server.session)
        pictures = FeedImageControllers(
            sizing: server.sizing, look: { memory.picture(of: $0, size: $1) },
            load: { try await session.value.pictures.load($0, ticket: $1, showMeanwhile: $2) })
        newestPages = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    var address: ServerAddress { server.address }

    /// The sizes at which cards show pictures.
    var sizing: PictureSizing { pictures.sizing }

    /// Shows the feed.
    func start() {
        window.navigator.start(with: screen.root)
        window.leaveFocus()
        screen.onRows = { [weak self] in self?.viewer?.controller.display($0) }
        controller.appear()
        controller.foregroundChanged(window.isActive)
        savingImages = Task { [weak self, pages = newestPages.stream] in
            for await page in pages { await self?.saveImages(of: page) }
        }
        minutes = Task { [weak self] in
            do {
                while true {
                    try await Task.sleep(for: .seconds(60), tolerance: .seconds(10))
                    self?.controller.timePassed()
                    self?.viewer?.controller.timePassed()
                    self?.comments?.controller.timePassed()
                }
            } catch {
                // The feed is closed.
            }
        }
    }

    /// Cancels everything, validates the caches and closes the session.
    func close() async {
        minutes?.cancel()
        savingImages?.cancel()
        closeComments()
        closeViewer()
        controller.stop()
        pictures.stop()
        await server.close(report: surroundings.report)
    }

    // MARK: What happens to the window

    func refresh() {
        if let comments { comments.controller.refresh() } else { controller.refresh() }
    }

    /// Handles that the window has come to the foreground or left it. When it comes, whatever is missing is loaded again;
    /// when it leaves, the caches are validated.
    func foregroundChanged(_ isInForeground: Bool) {
        controller.foregroundChanged(isInForeground)
        comments?.controller.foregroundChanged(isInForeground)
        guard !isInForeground else { return connectionMayHaveReturned() }
        Task { [session = server.session, report = surroundings.report] in
            await session.value.validateCaches { _, error in error.map(report) }
        }
    }

    func connectionMayHaveReturned() {
        controller.connectionMayHaveReturned()
        comments?.controller.connectionMayHaveReturned()
    }

    func memoryPressure(_ isOn: Bool) {
        Task { [session = server.session] in await session.value.images.memoryPressure(isOn) }
    }

    /// Changes the limit, in bytes, of all cached images.
    func setImageLimit(_ limit: Int) {
        Task { [session = server.session, report = surroundings.report] in
            do {
                try await session.value.cache.setImageLimit(limit)
            } catch {
                report(error)
            }
        }
    }

    /// Deletes the cached feed with all image data. What is on the screen stays.
    func clearCache() async {
        do {
            try await server.session.value.cache.delete()
        } catch {
            surroundings.report(error)
        }
    }

    /// Closes what covers the feed.
    func uncover() {
        guard window.navigator.canGoBack else { return }
        closeComments()
        closeViewer()
        window.navigator.start(with: screen.root)
    }

    // MARK: The feed

    /// - Parameter error: Why the server gave no feed; `nil` if it did.
    private func loaded(after error: RemoteError?) async {
        guard let error else {
            signInRequest = nil
            onFirstFeed?()
            onFirstFeed = nil
            return
        }
        guard error.isUnauthorized else {
            signInRequest = nil
            return
        }
        signInRequest = await server.isSignedIn ? .refused : .needed
        onSignInNeeded?()
        onSignInNeeded = nil
    }

    /// Caches the images of a page. If pages arrive in the meantime, the newest is next; it includes the images before it.
    private func saveImages(of page: FeedPage) async {
        guard keepsImagesOffline, page.origin.isRemote else { return }
        do {
            _ = try await server.session.value.saveFeedImages.save(page.images.map(\.url))
        } catch {
            if !Task.isCancelled { surroundings.report(error) }
        }
    }

    // MARK: The viewer

    private func view(_ image: FeedImage) {
        guard viewer == nil, comments == nil else { return }
        let viewer = ViewerFlow(
            of: image, among: screen.rows, in: controller, on: server, box: pictures.sizing.size(of: image),
            window: window, surroundings: surroundings)
        viewer.onComments = { [weak self] in self?.openComments(of: $0) }
        self.viewer = viewer
        window.navigator.push(viewer.screen.root) { [weak self] in self?.closeViewer() }
        window.leaveFocus()
        viewer.controller.appear()
    }

    private func closeViewer() {
        guard let viewer else { return }
        self.viewer = nil
        screen.reveal(viewer.controller.image.id)
        viewer.close()
        screen.returnFocus()
    }

    // MARK: Comments

    private func openComments(of image: FeedImage) {
        guard comments == nil else { return }
        let comments = CommentsFlow(of: image, on: server, window: window, in: surroundings)
        self.comments = comments
        window.navigator.push(comments.screen.root) { [weak self] in self?.closeComments() }
        comments.controller.appear()
        comments.controller.foregroundChanged(window.isActive)
    }

    private func closeComments() {
        guard let comments else { return }
        self.comments = nil
        comments.controller.stop()
        if viewer == nil { screen.returnFocus() }
    }
}

/// The comments of one image.
private final class CommentsFlow {
    let controller: ImageCommentsController
    let screen: ImageCommentsScreen

    init(of image: FeedImage, on server: OpeningSession, window: MainWindow, in surroundings: Surroundings) {
        controller = ImageCommentsController(
            load: { try await server.session.value.loadImageComments.load(imageID: image.id) },
            now: surroundings.now, language: surroundings.language, reconnectClock: ContinuousClock())
        screen = ImageCommentsScreen(controller: controller, language: surroundings.language) { [weak window] in
            window?.navigator.goBack()
        }
    }
}

nonisolated extension FeedOrigin {
    /// Why the server gave no feed; `nil` if it did, or was not asked.
    fileprivate var error: RemoteError? {
        if case .cache(let error) = self { error } else { nil }
    }
}
