import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedServer
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline

/// The screens of one server: the feed, and the viewer and comments that are opened from it.
final class FeedFlow {
    private let server: OpenServer
    private let session: OpeningSession
    private let window: MainWindow
    private let app: AppComposition
    private let pictures: FeedImageControllers<Texture>
    private let copies: PhotoCopies
    /// Caches the newest images in the background, even those that aren't on the screen.
    private let offline: OfflineSavingController
    private let mayHaveComments: Bool
    /// The screens above the feed, from bottom to top: at most one viewer, with comments below or above it.
    private var covers: [Cover] = []
    private var ticks: Task<Void, Never>?
    /// Whether the server has sent a feed.
    private var hasFeed = false

    private lazy var controller = app.feed(
        for: self, on: session, seen: server.saved.flatMap { app.model.state.settings.seenFeeds[$0.text] })
    private lazy var screen = FeedScreen(
        controller: controller, pictures: pictures,
        server: (server.saved ?? .address(server.address.withoutUserInfo)).name, menu: window.menu.opaque,
        language: app.environment.language)

    init(_ server: OpenServer, in window: MainWindow, of app: AppComposition) {
        self.server = server
        self.window = window
        self.app = app
        session = app.session(of: server)
        pictures = app.pictures(on: session)
        copies = PhotoCopies(on: session, window: window, in: app.environment)
        offline = app.offlineSaving(of: server, on: session)
        mayHaveComments = server.saved?.mayHaveComments ?? true
        app.model.observe(self) { $0.stateChanged(from: $1, to: $2) }
    }

    /// The sizes at which cards show pictures.
    var sizing: PictureSizing { pictures.sizing }

    /// Shows the feed.
    func start() {
        let state = app.model.state
        controller.notifiesChanged(state.settings.notifiesOfNewPhotos)
        controller.networkChanged(mayBeUsed: state.mayUseNetwork)
        offline.networkChanged(mayBeUsed: state.mayUseNetwork)
        offline.onStatus = { [weak self] in self?.send(.offlineChanged($0)) }
        window.navigator.start(with: screen.root)
        window.leaveFocus()
        if !mayHaveComments { screen.hideComments() }
        screen.show(state.settings.feedStyle)
        screen.onStyle = { [weak self] style in self?.app.model.changeSettings { $0.feedStyle = style } }
        screen.onRows = { [weak self] in self?.viewer?.display($0) }
        screen.onCopy = { [copies] in copies.copy($0) }
        screen.onSave = { [copies] in copies.save($0) }
        controller.appear()
        controller.foregroundChanged(state.isInForeground)
        if let files = server.leftOut { display(files) }
        ticks = Task { [weak self] in
            do {
                while true {
                    try await Task.sleep(for: .seconds(15), tolerance: .seconds(5))
                    self?.controller.timePassed()
                    self?.viewer?.timePassed()
                    for comments in self?.comments ?? [] { comments.controller.timePassed() }
                }
            } catch {
                // The feed has been closed.
            }
        }
    }

    /// Cancels everything, validates the caches and closes the session.
    func close() async {
        ticks?.cancel()
        offline.stop()
        copies.stop()
        closeCovers()
        controller.stop()
        pictures.stop()
        await session.close(report: app.environment.report)
    }

    /// Whether no other server has replaced this one.
    private var isOpen: Bool { app.model.state.open?.number == server.number }

    private func send(_ event: AppState.Event) {
        if isOpen { app.model.send(event) }
    }

    // MARK: What happens to the window

    func refresh() {
        if let top = comments.last { top.controller.refresh() } else { controller.refresh() }
    }

    private func stateChanged(from old: AppState, to new: AppState) {
        guard let open = new.open, open.number == server.number else { return }
        if new.isInForeground != old.isInForeground { foregroundChanged(new.isInForeground) }
        if new.connectionReturns != old.connectionReturns {
            controller.connectionMayHaveReturned()
            for comments in comments { comments.controller.connectionMayHaveReturned() }
        }
        if new.mayUseNetwork != old.mayUseNetwork {
            controller.networkChanged(mayBeUsed: new.mayUseNetwork)
            offline.networkChanged(mayBeUsed: new.mayUseNetwork)
        }
        if new.isMemoryShort != old.isMemoryShort {
            app.tasks.add { [session = session.session] in
                await session.value.images.memoryPressure(new.isMemoryShort)
            }
        }
        if let files = open.leftOut, files != old.open?.leftOut { display(files) }
        let (settings, previous) = (new.settings, old.settings)
        if server.isKept, settings.offlineChoice != previous.offlineChoice { offline.choose(settings.offlineChoice) }
        if settings.notifiesOfNewPhotos != previous.notifiesOfNewPhotos {
            controller.notifiesChanged(settings.notifiesOfNewPhotos)
        }
        if settings.imageLimit != previous.imageLimit {
            app.tasks.add { await self.changeCache { try await $0.setImageLimit(settings.imageLimit) } }
        }
    }

    /// In the foreground, missing content is loaded again; in the background, the caches are validated.
    private func foregroundChanged(_ isInForeground: Bool) {
        controller.foregroundChanged(isInForeground)
        for comments in comments { comments.controller.foregroundChanged(isInForeground) }
        guard !isInForeground else { return }
        app.tasks.add { [session = session.session, report = app.environment.report] in
            await session.value.validateCaches { _, error in error.map(report) }
        }
    }

    /// Shows the offered new photos, if any.
    func showNewest() {
        uncover()
        controller.showNewest()
    }

    /// Saves the user's place in the feed. The feed of a folder isn't cached, so its place isn't saved.
    func savePlace() {
        guard let saved = server.saved, server.isKept, !screen.rows.isEmpty else { return }
        let card = screen.place
        var place = FeedPlace(top: card?.id, passed: card?.passed ?? 0, in: screen.rows)
        place.viewed = viewer?.image.id
        place.commented = comments.last?.image.id
        app.places.save(place, at: saved)
    }

    /// Deletes the cached feed with all image data. The screen stays unchanged.
    func clearCache() async { await changeCache { try await $0.delete() } }

    private func changeCache(_ change: (any SessionCache) async throws -> Void) async {
        do {
            try await change(session.session.value.cache)
            offline.roomChanged()
        } catch {
            app.environment.report(error)
        }
    }

    /// Shows the files of the user's folder that can't be shown.
    private func display(_ files: LeftOutFiles) {
        let language = app.environment.language
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
    func findPlace() async {
        if let place = await session.start.place.value { controller.returnToPlace(place) }
    }

    /// Waits for the user's place, and for the kind of sign-in that requests have, so that messages match it.
    func prepareLoad() async {
        await findPlace()
        controller.signInRequestChanged(await session.refusal)
    }

    func loaded(_ page: FeedPage) async {
        await answered(with: page.origin.error)
        offline.feedLoaded(isRemote: page.origin.isRemote)
    }

    /// - Parameter error: The error if the server didn't return a feed, else `nil`.
    func answered(with error: RemoteError?) async {
        let refusal = error?.isUnauthorized == true ? await session.refusal : nil
        if error == nil, isOpen, !hasFeed {
            hasFeed = true
            if let typed = server.signIn, let address = server.saved?.address { app.signIns.save(typed, for: address) }
        }
        send(.feedAnswered(refusal: refusal, isFeed: error == nil))
    }

    func handle(_ output: FeedController.Output) {
        switch output {
        case .selected(let image): select(image)
        case .commentsSelected(let image): openComments(of: image)
        case .reopened(let viewed, let commented): reopen(viewed, commented: commented)
        case .seen(let seen): send(.seen(seen))
        case .notice(let notice): send(.noticed(notice))
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

    private var viewer: ImageViewerController<Texture>? {
        covers.lazy.compactMap { if case .viewer(let viewer, _) = $0 { viewer } else { nil } }.first
    }

    private var comments: [Comments] {
        covers.compactMap { if case .comments(let comments) = $0 { comments } else { nil } }
    }

    private func select(_ image: FeedImage) {
        window.navigator.finishGoingBack()
        if covers.isEmpty { view(image) }
    }

    private func view(_ image: FeedImage) {
        notePlace()
        let viewer = app.viewer(
            of: image, in: (controller, screen.rows), on: session, box: pictures.sizing.size(of: image),
            onError: { [weak window, environment = app.environment] error in
                environment.report(error)
                window?.showToast(environment.language.cannotPlay, seconds: 5)
            })
        let screen = ImageViewerScreen(
            controller: viewer, language: app.environment.language,
            actions: ImageViewerScreen.Actions(
                onBack: { [weak window] in window?.navigator.goBack() },
                onComments: { [weak self] in self?.openComments(of: $0) },
                onCopy: { [copies] in copies.copy($0) }, onSave: { [copies] in copies.save($0) },
                onLink: { [weak window, report = app.environment.report] in window?.open($0, report: report) }))
        if !mayHaveComments { screen.hideComments() }
        covers.append(.viewer(viewer, screen))
        window.navigator.push(screen.root) { [weak self, weak viewer] in
            if let viewer { self?.close(viewer) }
        }
        window.leaveFocus()
        viewer.appear()
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
        // The card's size, so that the picture comes from memory. It is shown smaller.
        let (controller, picture) = app.comments(of: image, size: pictures.sizing.size(of: image), on: session)
        let actions = ImageCommentsScreen.Actions(
            onBack: { [weak window] in window?.navigator.goBack() },
            onOpen: { [weak self] in self?.viewFromComments($0) },
            onLink: { [weak window, report = app.environment.report] in window?.open($0, report: report) })
        let screen = ImageCommentsScreen(
            controller: controller, picture: picture, language: app.environment.language, actions: actions)
        let comments = Comments(image: image, controller: controller, picture: picture, screen: screen)
        covers.append(.comments(comments))
        window.navigator.push(screen.root) { [weak self, weak controller] in
            guard let self, let comments = self.comments.first(where: { $0.controller === controller }) else { return }
            close(comments)
        }
        controller.appear()
        controller.foregroundChanged(app.model.state.isInForeground)
    }

    private func close(_ viewer: ImageViewerController<Texture>) {
        guard viewer === self.viewer else { return }
        covers.removeAll { if case .viewer = $0 { true } else { false } }
        if covers.isEmpty { screen.reveal(viewer.image.id) }
        viewer.stop()
        returnFocus()
    }

    private func close(_ comments: Comments) {
        covers.removeAll {
            if case .comments(let other) = $0 { other.controller === comments.controller } else { false }
        }
        comments.controller.stop()
        comments.picture.stop()
        returnFocus()
    }

    private func closeCovers() {
        while let top = covers.last {
            switch top {
            case .viewer(let viewer, _): close(viewer)
            case .comments(let comments): close(comments)
            }
        }
    }

    /// Moves the keyboard focus back to the widget that opened the closed screen.
    private func returnFocus() {
        switch covers.last {
        case nil: screen.returnFocus()
        case .comments(let comments): comments.screen.returnFocus()
        case .viewer: break
        }
    }
}

/// A screen above the feed.
private enum Cover {
    case viewer(ImageViewerController<Texture>, ImageViewerScreen)
    case comments(Comments)
}

/// The comments of one image.
private struct Comments {
    let image: FeedImage
    let controller: ImageCommentsController
    let picture: FeedImageController<Texture>
    let screen: ImageCommentsScreen
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
