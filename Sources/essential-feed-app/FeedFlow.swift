import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedServer
import EssentialFeedStore
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline

/// The screens of one server: the feed, and the viewer and comments that are opened from it.
final class FeedFlow {
    /// Caches the newest images in the background, even those that aren't on the screen.
    let offline: OfflineSavingController
    /// Receives the images that the user has seen, whenever that changes.
    var onSeen: ((SeenFeed) -> Void)?
    /// Whether the app notifies the user of new photos while the window is in the background.
    var notifiesOfNewPhotos = false {
        didSet { controller.notifiesChanged(notifiesOfNewPhotos) }
    }
    /// The server to remember; `nil` for the demo.
    let saved: RememberedServer?
    /// Shows a notification of new photos; `nil` withdraws it.
    var onNotice: ((NewPhotosNotice?) -> Void)?
    /// Called once, when the first feed has arrived from the server.
    var onFirstFeed: (() -> Void)?
    /// Called once, when the server asks for a name and password or rejects them.
    var onSignInNeeded: (() -> Void)?
    private(set) var signInRequest: SignInRequest?

    private let server: OpeningSession
    private let seen: SeenFeed?
    private let mayHaveComments: Bool
    private let window: MainWindow
    private let surroundings: Surroundings
    private let pictures: FeedImageControllers<Texture>
    private let copies: PhotoCopies
    /// The screens above the feed, from bottom to top: at most one viewer, with comments below or above it.
    private var covers: [Cover] = []
    private var ticks: Task<Void, Never>?

    private lazy var controller = FeedController(
        loadCached: { [weak self, server] in
            await self?.findPlace()
            return try await server.cachedFeed.value
        },
        load: { [weak self, server] in
            await self?.findPlace()
            await self?.findSignIn()
            do {
                let page = try await server.session.value.loadFeed.load()
                await self?.loaded(page)
                return page
            } catch let error as LoadFeedError {
                await self?.answered(with: error.remote)
                throw error
            }
        },
        in: surroundings.screens, seen: seen, onOutput: { [weak self] in self?.handle($0) })

    private lazy var screen = FeedScreen(
        controller: controller, pictures: pictures, server: (saved ?? .address(server.address.withoutUserInfo)).name,
        menu: window.menu.opaque, language: surroundings.language)

    /// - Parameters:
    ///   - saved: The server to remember; `nil` for the demo.
    ///   - settings: The user's settings and the images that the user has already seen.
    init(
        _ server: OpeningSession, as saved: RememberedServer?, settings: AppSettings, window: MainWindow,
        in surroundings: Surroundings
    ) {
        self.server = server
        self.saved = saved
        mayHaveComments = saved?.mayHaveComments ?? true
        seen = saved.flatMap { settings.seenFeeds[$0.text] }
        self.window = window
        self.surroundings = surroundings
        let (memory, session) = (server.memory, server.session)
        pictures = FeedImageControllers(
            sizing: server.sizing, look: { memory.picture(of: $0, size: $1) },
            load: { try await session.value.pictures.load($0, ticket: $1, showMeanwhile: $2) })
        copies = PhotoCopies(on: server, window: window, surroundings: surroundings)
        // The cache of photos on this computer is deleted at the end.
        offline = OfflineSavingController(
            saved?.address == nil ? .off : settings.offlineChoice, by: { await session.value.saveNewestImages },
            report: surroundings.report)
    }

    var address: ServerAddress { server.address }

    /// The sizes at which cards show pictures.
    var sizing: PictureSizing { pictures.sizing }

    /// Shows the feed.
    func start() {
        window.navigator.start(with: screen.root)
        window.leaveFocus()
        if !mayHaveComments { screen.hideComments() }
        screen.onRows = { [weak self] in self?.viewer?.controller.display($0) }
        screen.onCopy = { [copies] in copies.copy($0) }
        screen.onSave = { [copies] in copies.save($0) }
        controller.appear()
        controller.foregroundChanged(window.isActive)
        ticks = Task { [weak self] in
            do {
                while true {
                    try await Task.sleep(for: .seconds(15), tolerance: .seconds(5))
                    self?.controller.timePassed()
                    self?.viewer?.controller.timePassed()
                    for comments in self?.comments ?? [] { comments.controller.timePassed() }
                }
            } catch {
                // The feed has been closed.
            }
        }
    }

    /// Stops reporting, because another server is replacing this one.
    func disconnect() {
        (onSeen, onFirstFeed, onSignInNeeded, onNotice, offline.onStatus) = (nil, nil, nil, nil, nil)
    }

    /// Cancels everything, validates the caches and closes the session.
    func close() async {
        ticks?.cancel()
        offline.stop()
        copies.stop()
        closeCovers()
        controller.stop()
        pictures.stop()
        await server.close(report: surroundings.report)
    }

    // MARK: What happens to the window

    func refresh() {
        if let top = comments.last { top.controller.refresh() } else { controller.refresh() }
    }

    /// Handles the window moving to the foreground or the background. In the foreground, missing content is loaded
    /// again; in the background, the caches are validated.
    func foregroundChanged(_ isInForeground: Bool) {
        controller.foregroundChanged(isInForeground)
        for comments in comments { comments.controller.foregroundChanged(isInForeground) }
        guard !isInForeground else { return connectionMayHaveReturned() }
        Task { [session = server.session, report = surroundings.report] in
            await session.value.validateCaches { _, error in error.map(report) }
        }
    }

    /// Updates whether background requests may use the network.
    func networkChanged(mayBeUsed: Bool) {
        controller.networkChanged(mayBeUsed: mayBeUsed)
        offline.networkChanged(mayBeUsed: mayBeUsed)
    }

    /// Shows the offered new photos, if any.
    func showNewest() {
        uncover()
        controller.showNewest()
    }

    /// The user's place; `nil` if no feed has been shown yet.
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

    /// Changes the limit for all cached images, in bytes.
    func setImageLimit(_ limit: Int) {
        Task { [session = server.session, offline, report = surroundings.report] in
            do {
                try await session.value.cache.setImageLimit(limit)
                offline.roomChanged()
            } catch {
                report(error)
            }
        }
    }

    /// Deletes the cached feed with all image data. The screen stays unchanged.
    func clearCache() async {
        do {
            try await server.session.value.cache.delete()
            offline.roomChanged()
        } catch {
            surroundings.report(error)
        }
    }

    /// Shows the files of the user's folder that can't be shown.
    func display(_ files: LeftOutFiles) {
        let language = surroundings.language
        let more = files.count - files.files.count
        screen.displayLeftOut(
            files.count > 0 ? language.cannotShow(files.count) : nil,
            names: files.files.map { "\($0.path): \($0.reason.text(in: language))" }
                + (more > 0 ? [language.andMore(more)] : []))
    }

    /// Closes the screens above the feed.
    func uncover() {
        guard window.navigator.canGoBack else { return }
        closeCovers()
        window.navigator.start(with: screen.root)
    }

    // MARK: The feed

    /// Waits for the user's place at the end of the last session, so that the first feed is shown there.
    private func findPlace() async {
        if let place = await server.place.value { controller.returnToPlace(place) }
    }

    private func loaded(_ page: FeedPage) async {
        await answered(with: page.origin.error)
        offline.feedLoaded(isRemote: page.origin.isRemote)
    }

    /// Waits for the kind of sign-in that requests have, so that messages match it.
    private func findSignIn() async {
        controller.signInRequestChanged(await server.refusal)
    }

    /// - Parameter error: The error if the server didn't return a feed, else `nil`.
    private func answered(with error: RemoteError?) async {
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
        signInRequest = await server.refusal
        onSignInNeeded?()
        onSignInNeeded = nil
    }

    private func handle(_ output: FeedController.Output) {
        switch output {
        case .selected(let image): select(image)
        case .commentsSelected(let image): openComments(of: image)
        case .reopened(let viewed, let commented): reopen(viewed, commented: commented)
        case .seen(let seen): onSeen?(seen)
        case .notice(let notice): onNotice?(notice)
        }
    }

    /// Reopens the screens that were open at the end of the last session.
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
        if !mayHaveComments { viewer.screen.hideComments() }
        viewer.onCopy = { [copies] in copies.copy($0) }
        viewer.onSave = { [copies] in copies.save($0) }
        covers.append(.viewer(viewer))
        window.navigator.push(viewer.screen.root) { [weak self, weak viewer] in
            if let viewer { self?.close(viewer) }
        }
        window.leaveFocus()
        viewer.controller.appear()
    }

    /// Lets the screen note its place before another screen covers it.
    private func notePlace() {
        _ = screen.place
    }

    /// Shows the image of the top comments, in the viewer below them if they were opened there.
    private func viewFromComments(_ image: FeedImage) {
        window.navigator.finishGoingBack()
        guard case .comments = covers.last else { return }
        if viewer == nil { view(image) } else { window.navigator.goBack() }
    }

    /// Shows the comments of an image. Goes back to the comments below the viewer if they belong to the same image.
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

    /// Moves the keyboard focus back to the widget that opened the closed screen.
    private func returnFocus() {
        switch covers.last {
        case nil: screen.returnFocus()
        case .comments(let comments): comments.screen?.returnFocus()
        case .viewer: break
        }
    }
}

/// A screen above the feed.
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

    /// - Parameter size: The size of the card's picture, so that the picture comes from memory. It is shown smaller.
    init(of image: FeedImage, size: PixelSize, on server: OpeningSession, _ surroundings: Surroundings) {
        self.image = image
        let (memory, session) = (server.memory, server.session)
        controller = ImageCommentsController(
            image: image, load: { try await session.value.loadImageComments.load(imageID: image.id) },
            in: surroundings.screens)
        picture = FeedImageController(
            image: image, size: size, look: { memory.picture(of: $0, size: $1) },
            load: { try await session.value.pictures.load($0, ticket: $1, showMeanwhile: $2) })
    }

    func stop() {
        controller.stop()
        picture.stop()
    }
}

extension LeftOutFiles.Reason {
    fileprivate func text(in language: Language) -> String {
        switch self {
        case .notAnImage: language.notAPhoto
        case .incomplete: language.incompleteFile
        case .empty: language.emptyFile
        case .unreadable: language.unreadableFile
        case .undecodable: language.undecodableFile
        }
    }
}

extension RememberedServer {
    /// Whether photos can have comments. In a folder, only a document contains comments.
    fileprivate var mayHaveComments: Bool {
        guard case .folder(let url) = self else { return true }
        return ["feed.yaml", "feed.yml", "feed.json"].contains { name in
            FileManager.default.fileExists(atPath: url.appending(path: name).path(percentEncoded: false))
        }
    }
}

nonisolated extension FeedOrigin {
    /// The error if the server was asked and didn't return a feed.
    fileprivate var error: RemoteError? {
        if case .cache(let error) = self { error } else { nil }
    }
}
