import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedStore
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline

/// The screens of one server: its feed, and the viewer and the comments that are opened from it.
final class FeedFlow {
    /// Whether the images of the feed are cached in the background, including those that nobody has scrolled to.
    var keepsImagesOffline = true
    /// Receives what the person has seen of the feed by now, whenever that has changed.
    var onSeen: ((SeenFeed) -> Void)?
    /// Whether the desktop notifies the person of new photos while the window is in the background.
    var notifiesOfNewPhotos = false {
        didSet { controller.notifiesChanged(notifiesOfNewPhotos) }
    }
    /// The server to come back to; `nil` for the demo.
    let saved: RememberedServer?
    /// Shows a notification of new photos; takes it back with `nil`.
    var onNotice: ((NewPhotosNotice?) -> Void)?
    /// Whether requests that nobody waits for may use the network.
    private var mayUseNetwork = true
    /// The page whose images are to be saved once the network may be used.
    private var unsaved: FeedPage?
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
    /// The screens over the feed, from the bottom to the top: at most one viewer, with comments below or above it.
    private var covers: [Cover] = []
    private var minutes: Task<Void, Never>?
    private var savingImages: Task<Void, Never>?

    private lazy var controller = FeedController(
        loadCached: { [weak self, server] in
            await self?.findPlace()
            return try await server.cachedFeed.value
        },
        load: { [weak self, server, pages = newestPages.continuation] in
            await self?.findPlace()
            do {
                let page = try await server.session.value.loadFeed.load()
                await self?.loaded(after: page.origin.error)
                return page.observed { pages.yield($0) }
            } catch let error as LoadFeedError {
                await self?.loaded(after: error.remote)
                throw error
            }
        },
        now: surroundings.now, language: surroundings.language, seen: seen,
        reconnectClock: ContinuousClock(),
        onSelect: { [weak self] in self?.select($0) }, onSelectComments: { [weak self] in self?.openComments(of: $0) },
        onSeen: { [weak self] in self?.onSeen?($0) },
        onReopen: { [weak self] in self?.reopen($0, commented: $1) }, onNotice: { [weak self] in self?.onNotice?($0) },
        report: surroundings.report)

    private lazy var screen = FeedScreen(
        controller: controller, pictures: pictures, menu: window.menu.opaque, language: surroundings.language)

    /// - Parameters:
    ///   - saved: The server to come back to; `nil` for the demo.
    ///   - seen: What the person had seen of the feed the last time; `nil` if nothing is known of it.
    init(
        _ server: OpeningSession, as saved: RememberedServer?, seen: SeenFeed?, window: MainWindow,
        in surroundings: Surroundings
    ) {
        self.server = server
        self.saved = saved
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
                    for comments in self?.comments ?? [] { comments.controller.timePassed() }
                }
            } catch {
                // The feed is closed.
            }
        }
    }

    /// Reports nothing any more, because another server has taken the place of this one.
    func disconnect() {
        (onSeen, onFirstFeed, onSignInNeeded, onNotice) = (nil, nil, nil, nil)
    }

    /// Cancels everything, validates the caches and closes the session.
    func close() async {
        minutes?.cancel()
        savingImages?.cancel()
        closeCovers()
        controller.stop()
        pictures.stop()
        await server.close(report: surroundings.report)
    }

    // MARK: What happens to the window

    func refresh() {
        if let top = comments.last { top.controller.refresh() } else { controller.refresh() }
    }

    /// Handles that the window has come to the foreground or left it. When it comes, whatever is missing is loaded again;
    /// when it leaves, the caches are validated.
    func foregroundChanged(_ isInForeground: Bool) {
        controller.foregroundChanged(isInForeground)
        for comments in comments { comments.controller.foregroundChanged(isInForeground) }
        guard !isInForeground else { return connectionMayHaveReturned() }
        Task { [session = server.session, report = surroundings.report] in
            await session.value.validateCaches { _, error in error.map(report) }
        }
    }

    /// Handles that requests that nobody waits for may use the network from now on, or must not.
    func networkChanged(mayBeUsed: Bool) {
        mayUseNetwork = mayBeUsed
        controller.networkChanged(mayBeUsed: mayBeUsed)
        guard mayBeUsed, let page = unsaved else { return }
        unsaved = nil
        newestPages.continuation.yield(page)
    }

    /// Shows the new photos that are offered, if any.
    func showNewest() {
        uncover()
        controller.showNewest()
    }

    /// Where the person is; `nil` if no feed has been shown yet.
    var place: FeedPlace? {
        guard !screen.rows.isEmpty else { return nil }
        let card = screen.place
        var place = FeedPlace(top: card?.id, passed: card?.passed ?? 0, in: screen.rows)
        place.viewed = viewer?.controller.image.id
        place.commented = comments.last?.image.id
        return place
    }

    func connectionMayHaveReturned() {
        controller.connectionMayHaveReturned()
        for comments in comments { comments.controller.connectionMayHaveReturned() }
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
        closeCovers()
        window.navigator.start(with: screen.root)
    }

    // MARK: The feed

    /// Waits until it is known where the person was at the end of the last session, so that the first feed is shown there.
    private func findPlace() async {
        if let place = await server.place.value { controller.returnToPlace(place) }
    }

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
        guard mayUseNetwork else {
            unsaved = page
            return
        }
        await server.session.value.saveImages(of: page)
    }

    /// Opens the screens again that were open at the end of the last session.
    private func reopen(_ viewed: FeedImage?, commented: FeedImage?) {
        window.navigator.withoutSliding {
            if let image = viewed ?? commented { screen.noteOpened(image.id) }
            if let viewed { view(viewed) }
            if let commented { openComments(of: commented) }
        }
    }

    // MARK: The screens over the feed

    private var viewer: ViewerFlow? {
        covers.lazy.compactMap { if case .viewer(let viewer) = $0 { viewer } else { nil } }.first
    }

    private var comments: [CommentsFlow] {
        covers.compactMap { if case .comments(let comments) = $0 { comments } else { nil } }
    }

    private func select(_ image: FeedImage) {
        window.navigator.finishGoingBack()
        if covers.isEmpty { view(image) }
    }

    private func view(_ image: FeedImage) {
        notePlace()
        let viewer = ViewerFlow(
            of: image, among: screen.rows, in: controller, on: server, box: pictures.sizing.size(of: image),
            window: window, surroundings: surroundings)
        viewer.onComments = { [weak self] in self?.openComments(of: $0) }
        covers.append(.viewer(viewer))
        window.navigator.push(viewer.screen.root) { [weak self, weak viewer] in
            if let viewer { self?.close(viewer) }
        }
        window.leaveFocus()
        viewer.controller.appear()
    }

    /// Lets the screen note where it is, before another one covers it.
    private func notePlace() {
        _ = screen.place
    }

    /// Shows the image of the comments that are on top: in the viewer below them, if they were opened there.
    private func viewFromComments(_ image: FeedImage) {
        window.navigator.finishGoingBack()
        guard case .comments = covers.last else { return }
        if viewer == nil { view(image) } else { window.navigator.goBack() }
    }

    /// Shows the comments of an image: those below the viewer, if it was opened there and still shows their image.
    private func openComments(of image: FeedImage) {
        window.navigator.finishGoingBack()
        if case .comments = covers.last { return }
        if case .comments(let below)? = covers.dropLast().last, below.image.id == image.id {
            return window.navigator.goBack()
        }
        notePlace()
        let comments = CommentsFlow(of: image, size: pictures.sizing.size(of: image), on: server, surroundings)
        let actions = ImageCommentsScreen.Actions(
            onBack: { [weak window] in window?.navigator.goBack() },
            onOpen: { [weak self] in self?.viewFromComments($0) },
            onLink: { [weak window, report = surroundings.report] in window?.open($0, report: report) })
        let screen = ImageCommentsScreen(
            controller: comments.controller, picture: comments.picture, language: surroundings.language,
            actions: actions)
        comments.screen = screen
        covers.append(.comments(comments))
        window.navigator.push(screen.root) { [weak self, weak comments] in
            if let comments { self?.close(comments) }
        }
        comments.controller.appear()
        comments.controller.foregroundChanged(window.isActive)
    }

    private func close(_ viewer: ViewerFlow) {
        guard viewer === self.viewer else { return }
        covers.removeAll { if case .viewer = $0 { true } else { false } }
        if covers.isEmpty { screen.reveal(viewer.controller.image.id) }
        viewer.close()
        returnFocus()
    }

    private func close(_ comments: CommentsFlow) {
        covers.removeAll { if case .comments(let other) = $0 { other === comments } else { false } }
        comments.stop()
        returnFocus()
    }

    private func closeCovers() {
        while let top = covers.last {
            switch top {
            case .viewer(let viewer): close(viewer)
            case .comments(let comments): close(comments)
            }
        }
    }

    /// Moves the keyboard focus back to what the closed screen was opened from.
    private func returnFocus() {
        switch covers.last {
        case nil: screen.returnFocus()
        case .comments(let comments): comments.screen?.returnFocus()
        case .viewer: break
        }
    }
}

/// A screen over the feed.
private enum Cover {
    case viewer(ViewerFlow)
    case comments(CommentsFlow)
}

/// The comments of one image.
private final class CommentsFlow {
    let image: FeedImage
    let controller: ImageCommentsController
    let picture: FeedImageController<Texture>
    var screen: ImageCommentsScreen?

    /// - Parameter size: The size of the card's picture. It is shown smaller, so that it comes from memory.
    init(of image: FeedImage, size: PixelSize, on server: OpeningSession, _ surroundings: Surroundings) {
        self.image = image
        let (memory, session) = (server.memory, server.session)
        controller = ImageCommentsController(
            image: image, load: { try await session.value.loadImageComments.load(imageID: image.id) },
            now: surroundings.now, language: surroundings.language, reconnectClock: ContinuousClock())
        picture = FeedImageController(
            image: image, size: size, look: { memory.picture(of: $0, size: $1) },
            load: { try await session.value.pictures.load($0, ticket: $1, showMeanwhile: $2) })
    }

    func stop() {
        controller.stop()
        picture.stop()
    }
}

nonisolated extension FeedOrigin {
    /// Why the server gave no feed; `nil` if it did, or was not asked.
    fileprivate var error: RemoteError? {
        if case .cache(let error) = self { error } else { nil }
    }
}
