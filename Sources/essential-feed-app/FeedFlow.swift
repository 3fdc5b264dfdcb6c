import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import Foundation
import GtkKit

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
    /// Details or comments beside the viewer's picture.
    private var pane: Pane?
    /// The details above the viewer, in a narrow window.
    private var detailsPage: Details?
    /// The slideshow above all other screens.
    private var slideshow: Slideshow?
    private var ticks: Task<Void, Never>?
    /// The name that the user has on the server.
    private var person: String?
    /// Whether the server has sent a feed.
    private var hasFeed = false

    private lazy var controller = app.feed(
        for: self, on: session, seen: server.seenServer.flatMap { app.model.state.settings.seenFeeds[$0.text] })
    private lazy var screen = FeedScreen(
        controller: controller, pictures: pictures, menu: window.menu.opaque, language: app.environment.language)

    init(_ server: OpenServer, in window: MainWindow, of app: AppComposition) {
        self.server = server
        self.window = window
        self.app = app
        session = app.session(of: server)
        pictures = app.pictures(on: session)
        copies = PhotoCopies(of: server, on: session, window: window, in: app.environment)
        offline = app.offlineSaving(on: session)
        mayHaveComments = server.album == nil && server.saved?.mayHaveComments ?? true
        app.model.observe(self) { $0.stateChanged(from: $1, to: $2) }
    }

    /// The sizes at which cards show pictures.
    var sizing: PictureSizing { pictures.sizing }

    /// Shows the feed.
    func start() {
        let model = app.model
        model.follow(\.settings.notifiesOfNewPhotos, of: server, by: controller) { $0.notifiesChanged($1) }
        model.follow(\.mayUseNetwork, of: server, by: controller) { $0.networkChanged(mayBeUsed: $1) }
        model.follow(\.mayUseNetwork, of: server, by: offline) { $0.networkChanged(mayBeUsed: $1) }
        if server.isKept { model.follow(\.settings.offlineChoice, of: server, by: offline) { $0.choose($1) } }
        offline.onStatus = { [server] in model.send(.offlineChanged($0), from: server) }
        window.navigator.start(with: screen.root)
        window.leaveFocus()
        model.follow(\.settings.serverNames, of: server, by: self) { flow, _ in flow.displayName() }
        model.follow(\.portals, of: server, by: self) { flow, _ in flow.offerCommands() }
        model.follow(\.settings.feedStyle, of: server, by: screen) { $0.show($1) }
        screen.onStyle = { style in model.changeSettings { $0.feedStyle = style } }
        screen.onRows = { [weak self] rows in
            for viewer in self?.viewers ?? [] { viewer.display(rows) }
        }
        screen.onCommand = { [weak self] in self?.perform($0, on: $1) }
        screen.onSaveCopies = { [copies, weak screen] in copies.save($0) { screen?.display($0) } }
        screen.onStopSaving = { [copies] in copies.stopSaving() }
        screen.drag = drag(loads: false)
        screen.onShowLeftOut = { [weak self] in self?.showLeftOut(at: $0) }
        controller.appear()
        controller.foregroundChanged(model.state.isInForeground)
        model.follow(\.open?.leftOut, of: server, by: self) { flow, leftOut in
            if let leftOut { flow.display(leftOut) }
        }
        ticks = Task { [weak self] in
            do {
                while true {
                    try await Task.sleep(for: .seconds(15), tolerance: .seconds(5))
                    self?.controller.timePassed()
                    for viewer in self?.viewers ?? [] { viewer.timePassed() }
                    for comments in self?.comments ?? [] { comments.controller.timePassed() }
                }
            } catch {
                // The feed has been closed.
            }
        }
    }

    /// Shows whose feed it is.
    private func displayName() {
        let servers = app.model.state.settings.preferences.servers
        let name = server.saved.map(servers.name) ?? app.environment.language.text(.demo)
        screen.display(server: name, person: server.album ?? person)
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

    // MARK: What happens to the window

    func refresh() {
        if let top = comments.last { top.controller.refresh() } else { controller.refresh() }
    }

    private func stateChanged(from old: AppState, to new: AppState) {
        guard new.open?.number == server.number else { return }
        if new.isInForeground != old.isInForeground { foregroundChanged(new.isInForeground) }
        if new.connectionReturns != old.connectionReturns {
            controller.connectionMayHaveReturned()
            for comments in comments { comments.controller.connectionMayHaveReturned() }
        }
        if new.settings.imageLimit != old.settings.imageLimit {
            app.tasks.add { await self.changeCache { try await $0.setImageLimit(new.settings.imageLimit) } }
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
    private func display(_ leftOut: LeftOutPhotos) {
        let language = app.environment.language
        let more = leftOut.count - leftOut.files.count
        screen.displayLeftOut(
            leftOut.count > 0 ? language.text(.cannotShow, String(leftOut.count)) : nil,
            files: leftOut.files.map { ($0.path, language.text($0.reason)) },
            more: more > 0 ? language.text(.andMore, String(more)) : nil)
    }

    private func showLeftOut(at position: Int) {
        guard app.model.isOpen(server), let open = app.model.state.open, let folder = open.photos?.folder,
            let files = open.leftOut?.files, files.indices.contains(position)
        else { return }
        copies.showInFiles(folder.appending(path: files[position].path))
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
        if person == nil, let name = await session.person {
            person = name
            displayName()
        }
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
        if error == nil, app.model.isOpen(server), !hasFeed {
            hasFeed = true
            if let typed = server.signIn, let address = server.saved?.address { app.signIns.save(typed, for: address) }
        }
        app.model.send(.feedAnswered(refusal: refusal, isFeed: error == nil), from: server)
    }

    func handle(_ output: FeedController.Output) {
        switch output {
        case .selected(let image): select(image)
        case .commentsSelected(let image): openComments(of: image)
        case .reopened(let viewed, let commented): reopen(viewed, commented: commented)
        case .seen(let seen): app.model.send(.seen(seen), from: server)
        case .notice(let notice): app.model.send(.noticed(notice), from: server)
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

    /// The viewer and the slideshow, which is another one.
    private var viewers: [ImageViewerController<Texture>] { [viewer, slideshow?.viewer].compactMap(\.self) }

    private var comments: [Comments] {
        let beside: [Comments] = if case .comments(let comments) = pane { [comments] } else { [] }
        return covers.compactMap { if case .comments(let comments) = $0 { comments } else { nil } } + beside
    }

    private func select(_ image: FeedImage) {
        window.navigator.finishGoingBack()
        if covers.isEmpty { view(image) }
    }

    private func view(_ image: FeedImage) {
        notePlace()
        let viewer = makeViewer(of: image)
        let screen = ImageViewerScreen(controller: viewer, language: app.environment.language)
        screen.onBack = { [weak window] in window?.navigator.goBack() }
        screen.onCommand = { [weak self] in self?.perform($0, on: $1) }
        screen.onImage = { [weak self] in self?.updatePane(for: $0) }
        screen.drag = drag(loads: true)
        screen.offer(commands)
        let card = covers.isEmpty ? self.screen.picture(of: image.id) : nil
        covers.append(.viewer(viewer, screen))
        window.transition.grow(from: card, to: screen.area) {
            window.navigator.push(
                screen.root,
                onBack: { [weak self, weak viewer] in
                    if let viewer { self?.close(viewer) }
                }, leave: { [weak self, weak viewer] in self?.leave(viewer, by: $0) })
        }
        window.leaveFocus()
        viewer.appear()
    }

    /// Goes back from the viewer; its photo shrinks to the card in the feed.
    private func leave(_ viewer: ImageViewerController<Texture>?, by goBack: () -> Void) {
        guard covers.count == 1, case .viewer(_, let top) = covers.last, let viewer else { return goBack() }
        let id = viewer.image.id
        window.transition.shrink(
            top.wholePicture, in: top.area, to: { [weak screen] in screen?.picture(of: id) }, close: goBack)
    }

    private func makeViewer(of image: FeedImage) -> ImageViewerController<Texture> {
        app.viewer(
            of: image, in: (controller, screen.rows), on: session, box: pictures.sizing.size(of: image),
            onError: { [weak window, environment = app.environment] error in
                environment.report(error)
                window?.showToast(environment.language.text(.cannotPlay), seconds: 5)
            })
    }

    private func perform(_ command: PhotoCommand, on image: FeedImage) {
        switch command {
        case .comments: openComments(of: image)
        case .copy: copies.copy(image)
        case .save: copies.save(image)
        case .details: openDetails(of: image)
        case .openWith: copies.send(image, to: .openWith)
        case .email: copies.send(image, to: .email)
        case .background: copies.send(image, to: .background)
        case .print: copies.print(image)
        case .showInFiles: copies.showInFiles(image)
        }
    }

    /// Drags photos to other programs. A press in the viewer loads the photo, which is usually cached already.
    private func drag(loads: Bool) -> ImageViewerScreen.Drag {
        (
            onPress: { [copies] in copies.prepareDrag(of: $0, loads: loads) }, onDrag: { [copies] in copies.drag($0) },
            onEnd: { [copies] in copies.endDrag() }
        )
    }

    /// The commands that are possible on this desktop with this server's photos.
    private var commands: Set<PhotoCommand> {
        let portals = app.model.state.portals
        return Set(
            PhotoCommand.allCases.filter { command in
                switch command {
                case .comments: mayHaveComments
                case .openWith: portals.contains(.openWith)
                case .email: portals.contains(.email)
                case .background: portals.contains(.background)
                case .showInFiles: server.photos != nil
                case .copy, .save, .details, .print: true
                }
            })
    }

    private func offerCommands() {
        screen.offer(commands)
        for case .viewer(_, let screen) in covers { screen.offer(commands) }
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
        if let viewer = wideViewer {
            if case .comments = pane { return closePane() }
            closePane()
            return show(.comments(makeComments(of: image, isPane: true)), beside: viewer)
        }
        if case .comments = covers.last { return }
        if case .comments(let below)? = covers.dropLast().last, below.image.id == image.id {
            return window.navigator.goBack()
        }
        notePlace()
        let comments = makeComments(of: image, isPane: false)
        covers.append(.comments(comments))
        window.navigator.push(comments.screen.root) { [weak self, weak controller = comments.controller] in
            guard let self, let comments = self.comments.first(where: { $0.controller === controller }) else { return }
            close(comments)
        }
        start(comments)
    }

    private func makeComments(of image: FeedImage, isPane: Bool) -> Comments {
        let draft = app.model.state.drafts[server.saved]?[image.id] ?? .empty
        // The card's size, so that the picture comes from memory. It is shown smaller.
        let (controller, picture) = app.comments(
            of: image, draft: draft, size: pictures.sizing.size(of: image), on: session)
        let screen = ImageCommentsScreen(
            controller: controller, picture: picture, isPane: isPane, language: app.environment.language)
        screen.onBack = { [weak self] in if isPane { self?.closePane() } else { self?.window.navigator.goBack() } }
        screen.onOpen = { [weak self] in self?.viewFromComments($0) }
        return Comments(image: image, controller: controller, picture: picture, screen: screen)
    }

    private func start(_ comments: Comments) {
        comments.controller.appear()
        comments.controller.foregroundChanged(app.model.state.isInForeground)
    }

    /// Ends the comments of an image, and keeps what the user has typed and not sent.
    private func stop(_ comments: Comments) {
        app.model.send(.drafted(comments.controller.draft, of: comments.image.id, at: server.saved))
        comments.stop()
    }

    // MARK: Beside the viewer

    /// The viewer, if it is on top and has room beside its picture.
    private var wideViewer: ImageViewerScreen? {
        if case .viewer(_, let screen) = covers.last, screen.isWide { screen } else { nil }
    }

    /// Shows the details of an image beside the viewer or above it, or hides those beside it.
    private func openDetails(of image: FeedImage) {
        window.navigator.finishGoingBack()
        let viewer = wideViewer
        let isPane = viewer != nil
        if case .details = pane, isPane { return closePane() }
        guard detailsPage == nil else { return }
        let details = Details(on: session, isPane: isPane, of: app) { [weak self] in
            if isPane { self?.closePane() } else { self?.window.navigator.goBack() }
        }
        details.show(image)
        guard let viewer else {
            detailsPage = details
            return window.navigator.push(details.screen.root) { [weak self] in self?.detailsPage = nil }
        }
        closePane()
        show(.details(details), beside: viewer)
    }

    private func show(_ pane: Pane, beside viewer: ImageViewerScreen) {
        self.pane = pane
        viewer.showPane(pane.root, of: pane.command) { [weak self] in self?.closePane() }
        if case .comments(let comments) = pane { start(comments) }
    }

    private func closePane() {
        if case .comments(let comments) = pane { stop(comments) }
        pane = nil
        for case .viewer(_, let screen) in covers { screen.hidePane() }
    }

    /// Shows the details or comments of another image.
    private func updatePane(for image: FeedImage) {
        switch pane {
        case nil: break
        case .details(let details): details.show(image)
        case .comments(let old):
            guard let viewer = wideViewer else { return closePane() }
            stop(old)
            show(.comments(makeComments(of: image, isPane: true)), beside: viewer)
        }
    }

    /// Shows the feed's images one at a time in full screen, from the image on the screen on.
    func startSlideshow() {
        window.navigator.finishGoingBack()
        guard slideshow == nil, hasFeedOnTop else { return }
        let top = screen.place?.id
        guard let first = viewer?.image ?? screen.rows.first(where: { $0.id == top }) ?? screen.rows.first else {
            return
        }
        slideshow = Slideshow(makeViewer(of: first), in: window, language: app.environment.language) { [weak self] in
            self?.slideshow = nil
            self?.returnFocus()
        }
    }

    /// Whether one of the feed's screens is on top, not the preferences or another server's address.
    private var hasFeedOnTop: Bool {
        switch covers.last {
        case nil: window.navigator.isOnTop(screen.root)
        case .viewer(_, let screen): window.navigator.isOnTop(screen.root)
        case .comments(let comments): window.navigator.isOnTop(comments.screen.root)
        }
    }

    private func close(_ viewer: ImageViewerController<Texture>) {
        guard viewer === self.viewer else { return }
        closePane()
        covers.removeAll { if case .viewer = $0 { true } else { false } }
        if covers.isEmpty { screen.reveal(viewer.image.id) }
        viewer.stop()
        returnFocus()
    }

    private func close(_ comments: Comments) {
        covers.removeAll {
            if case .comments(let other) = $0 { other.controller === comments.controller } else { false }
        }
        stop(comments)
        returnFocus()
    }

    private func closeCovers() {
        slideshow?.end()
        detailsPage = nil
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
