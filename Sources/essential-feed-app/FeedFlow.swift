import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedServer
import Foundation
import GtkKit

/// The screens of one server: the feed, and the viewer and comments that are opened from it.
final class FeedFlow {
    let server: OpenServer
    let session: OpeningSession
    let window: MainWindow
    let app: AppComposition
    let pictures: FeedImageControllers<Texture>
    let copies: PhotoCopies
    /// Caches the newest images in the background, even those that aren't on the screen.
    private let offline: OfflineSavingController
    let mayHaveComments: Bool
    /// The screens above the feed, from bottom to top: at most one viewer, with comments below or above it.
    var covers: [Cover] = []
    var pane: Pane?
    /// The details above the viewer, in a narrow window.
    var detailsPage: Details?
    var slideshow: Slideshow?
    private var ticks: Task<Void, Never>?
    private var person: String?
    private var hasFeed = false

    private(set) lazy var controller = app.feed(
        for: self, on: session, seen: server.seenServer.flatMap { app.model.state.settings.seenFeeds[$0.text] })
    private(set) lazy var screen = FeedScreen(
        controller: controller, pictures: pictures, menu: window.menu.opaque, language: app.environment.language)

    init(_ server: OpenServer, in window: MainWindow, of app: AppComposition) {
        (self.server, self.window, self.app) = (server, window, app)
        session = app.session(of: server)
        pictures = app.pictures(on: session)
        copies = PhotoCopies(of: server, on: session, window: window, in: app.environment)
        offline = app.offlineSaving(on: session)
        mayHaveComments = server.album == nil && server.saved?.mayHaveComments ?? true
        app.model.observe(self) { $0.stateChanged(from: $1, to: $2) }
    }

    var sizing: PictureSizing { pictures.sizing }

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
        screen.onRows = { [weak self, window] rows in
            window.photosArrived()
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
                    self?.session.rest()
                    self?.controller.timePassed()
                    for viewer in self?.viewers ?? [] { viewer.timePassed() }
                    for comments in self?.comments ?? [] { comments.controller.timePassed() }
                }
            } catch {
                // The feed has been closed.
            }
        }
    }

    private func displayName() {
        let servers = app.model.state.settings.preferences.servers
        let name = server.saved.map(servers.name) ?? app.environment.language.text(.demo)
        screen.display(server: name, person: server.album ?? person)
    }

    func close() async {
        ticks?.cancel()
        offline.stop()
        copies.stop()
        closeCovers()
        controller.stop()
        pictures.stop()
        await session.close(report: app.environment.report)
    }

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
        if new.memoryWants != old.memoryWants { session.dropPictures() }
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

    private func display(_ leftOut: LeftOutPhotos) {
        let language = app.environment.language
        let more = leftOut.count - leftOut.files.count
        screen.displayLeftOut(
            leftOut.count > 0 ? language.text(.cannotShow, String(leftOut.count)) : nil,
            files: leftOut.files.map { ($0.path, language.text($0.reason.text)) },
            more: more > 0 ? language.text(.andMore, String(more)) : nil)
    }

    private func showLeftOut(at position: Int) {
        guard app.model.isOpen(server), let open = app.model.state.open, let folder = open.photos?.folder,
            let files = open.leftOut?.files, files.indices.contains(position)
        else { return }
        copies.showInFiles(folder.appending(path: files[position].path))
    }

    func uncover() {
        guard window.navigator.canGoBack else { return }
        closeCovers()
        window.navigator.start(with: screen.root)
    }

    /// Waits for the user's place at the end of the last session, to show the first feed there.
    func findPlace() async {
        if person == nil, let name = await session.person {
            person = name
            displayName()
        }
        if let place = await session.start.place.value { controller.returnToPlace(place) }
    }

    /// Waits for the user's place, and for the requests' kind of sign-in, which messages must match.
    func prepareLoad() async {
        await findPlace()
        controller.signInRequestChanged(await session.refusal)
    }

    func loaded(_ page: FeedPage) async {
        await answered(with: page.origin.error)
        offline.feedLoaded(isRemote: page.origin.isRemote)
    }

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

    private func reopen(_ viewed: FeedImage?, commented: FeedImage?) {
        window.navigator.withoutSliding {
            if let image = viewed ?? commented { screen.noteOpened(image.id) }
            if let viewed { view(viewed) }
            if let commented { openComments(of: commented) }
        }
    }
}

extension RememberedServer {
    /// Whether photos can have comments. In a folder, only a document contains comments.
    fileprivate var mayHaveComments: Bool {
        guard case .folder(let url) = self else { return true }
        return ["feed.yaml", "feed.yml"].contains { name in
            FileManager.default.fileExists(atPath: url.appending(path: name).path(percentEncoded: false))
        }
    }
}

nonisolated extension FeedOrigin {
    fileprivate var error: RemoteError? { if case .cache(let error) = self { error } else { nil } }
}
