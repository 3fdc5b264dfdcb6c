import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedStore
import Foundation
import GtkKit

/// Shows the open server's feed, or the screen for choosing a server, in the window.
final class ServerFlow {
    private let app: AppComposition
    private let window: MainWindow
    private let folders: FolderServing
    private lazy var preferences = PreferencesFlow(
        in: window, of: app,
        actions: PreferencesFlow.Actions(
            show: { [weak self] in self?.show($0) }, addServer: { [weak self] in self?.askForAddress() },
            clearOpen: { [weak self] in await self?.feed?.clearCache() }))
    private var feed: FeedFlow?
    private var addressScreen: (controller: ServerAddressController, screen: AddressScreen)?

    init(in window: MainWindow, of app: AppComposition) {
        (self.app, self.window) = (app, window)
        folders = FolderServing(in: app)
        // The preferences receive each change first: they must have the shown server.
        _ = preferences
        app.model.observe(self) { $0.stateChanged(from: $1, to: $2) }
        addActions()
        if let open = app.model.state.open { showFeed(of: open) } else { show(app.environment.firstServer) }
    }

    private var model: AppModel { app.model }
    private var language: Language { app.environment.language }

    private func stateChanged(from old: AppState, to new: AppState) {
        if new.open?.number != old.open?.number {
            leaveFeed()
            if let open = new.open { showFeed(of: open) }
        } else if let open = new.open, open.wasRefused, old.open?.wasRefused == false, addressScreen == nil {
            askForAddress(of: .address(open.address))
        }
        if new.open?.albums != old.open?.albums || new.open?.album != old.open?.album {
            window.display(albums: new.open?.albums ?? [], shown: new.open?.album ?? "")
        }
        if let failed = new.failed, failed != old.failed { showFailure(of: failed) }
        // Each kind of error is shown once.
        for error in new.cacheErrors.subtracting(old.cacheErrors) {
            let text = error.text(folder: app.environment.start.cacheFolder.path, in: language)
            if let text { window.showToast(text) }
        }
    }

    /// Shows a server, unless it is already on the screen; `nil` asks for one.
    private func show(_ server: RememberedServer?) {
        guard let server else {
            model.send(.left)
            return askForAddress()
        }
        guard server != model.state.shown else { return }
        switch server {
        case .address(let address): model.send(.addressChosen(address))
        case .folder(let url): open(FolderServer(folder: url, keepsIndex: true), as: server)
        }
    }

    /// Shows the server requested by another start of the app, unless it is already on the screen.
    func show(_ address: ServerAddress) {
        let open = model.state.open
        guard address.withoutUserInfo != open?.address || (address.invitation ?? open?.signIn) != open?.signIn else {
            return
        }
        model.send(.addressChosen(address))
    }

    /// Waits until earlier sessions are closed and removed servers are deleted.
    func close() async {
        await app.tasks.finish()
        await preferences.close()
    }

    func showNewest() {
        guard let feed else { return }
        // The feed replaces all other screens.
        forgetAddressScreen()
        feed.showNewest()
    }

    /// Saves the state of the window and the user's place for the next start.
    func remember() {
        feed?.savePlace()
        model.changeSettings { settings in
            (settings.width, settings.height, settings.isMaximized, settings.isFullScreen) = window.frame
            if let sizing = feed?.sizing { settings.remember(sizing) }
        }
        model.saveNow()
    }

    private func addActions() {
        window.addAction("refresh") { [weak self] in self?.feed?.refresh() }
        window.addAction("slideshow") { [weak self] in self?.feed?.startSlideshow() }
        window.addAction("change-server") { [weak self] in self?.askForAddress(of: self?.model.state.shown) }
        window.addAction("add-server") { [weak self] in self?.askForAddress() }
        window.addAction("preferences") { [weak self] in self?.preferences.show() }
        window.addServerAction { [weak self] in self?.show($0) }
        window.addAlbumAction { [weak self] path in
            guard let self, let open = model.state.open, let root = open.photos?.albumRoot,
                path != open.album ?? ""
            else { return }
            self.open(FolderServer.album(path, of: root), as: open.saved)
        }
        window.onBackFromFirstScreen = { [weak self] in self?.cancelAddress() }
    }

    private func showFeed(of server: OpenServer) {
        let feed = FeedFlow(server, in: window, of: app)
        self.feed = feed
        feed.start()
        addressScreen = nil
    }

    private func leaveFeed() {
        guard let feed else { return }
        remember()
        self.feed = nil
        app.tasks.add { await feed.close() }
    }

    /// Asks for a server. A feed on the screen stays below until another server has returned a feed.
    private func askForAddress(of server: RememberedServer? = nil) {
        window.navigator.finishGoingBack()
        if let addressScreen {
            if window.navigator.isOnTop(addressScreen.screen.root) { return }
            forgetAddressScreen()
        }
        let state = model.state
        let request = server == nil ? nil : state.open?.refusal
        let controller = ServerAddressController(
            request, find: { [app] in try await app.findServer($0, signIn: $1) }, language: language,
            onFound: { [model] address, signIn in
                // An invitation link contains both.
                let typed = signIn.map { TypedSignIn(signIn: $0, isInvitation: false) } ?? address.invitation
                model.send(.addressChosen(address.withoutUserInfo, signIn: typed))
            })
        controller.onUntrustedCertificate = { [window, model, language, weak controller] certificate in
            CertificateDialog.ask(about: certificate, over: window.widget, language: language) {
                model.changeSettings {
                    $0.trustedCertificates[certificate.server.displayText] = certificate.fingerprintText
                }
                controller?.certificateTrusted()
            }
        }
        let isOverFeed = feed != nil
        let demo = FolderServer.demo(in: app.environment)
        let screen = AddressScreen(
            controller: controller,
            content: (
                // An invalid link must be replaced by another link, not by the same address.
                address: request == .invitation ? "" : server?.address?.displayText ?? "",
                canGoBack: isOverFeed,
                isFirst: state.settings.preferences.servers.all.isEmpty && !isOverFeed, hasDemo: demo != nil
            ),
            menu: isOverFeed ? nil : window.menu.opaque, language: language
        ) { [weak self] action in
            switch action {
            case .cancel: self?.goBackFromAddress()
            case .choosePhotos: self?.askForFolder()
            case .showDemo: if let demo { self?.open(demo, as: nil) }
            }
        }
        addressScreen = (controller, screen)
        guard let feed else { return window.navigator.start(with: screen.root) }
        feed.uncover()
        window.navigator.push(screen.root) { [weak self, weak screen] in
            if let self, let screen, addressScreen?.screen === screen { forgetAddressScreen() }
        }
    }

    /// Stops searching for the typed server, and stops opening the chosen folder.
    private func cancelAddress() {
        model.send(.openingCancelled)
        addressScreen?.controller.cancel()
    }

    private func goBackFromAddress() {
        guard window.navigator.canGoBack else { return cancelAddress() }
        window.navigator.goBack()
    }

    private func forgetAddressScreen() {
        cancelAddress()
        addressScreen = nil
    }

    private func askForFolder() {
        FolderDialog.ask(over: window.widget, language: language) { [weak self, window, language] folder in
            guard let folder else { return window.showToast(language.text(.notOnThisComputer)) }
            let server = RememberedServer.folder(path: folder.path(percentEncoded: false))
            guard let self, server != model.state.shown else { return window.navigator.goBack() }
            show(server)
        }
    }

    /// Until the photos can be shown, the address screen shows progress. `saved` is `nil` for the demo.
    private func open(_ photos: FolderServer, as saved: RememberedServer?) {
        askForAddress()
        addressScreen?.controller.begin()
        model.send(.photosChosen(photos, as: saved))
    }

    private func showFailure(of opening: OpeningPhotos) {
        askForAddress()
        addressScreen?.controller.fail(
            with: opening.reason
                ?? (opening.saved == nil
                    ? language.text(.demoFailed)
                    : language.text(.folderUnreadable, opening.photos.folder.path(percentEncoded: false))))
    }
}

extension StoreError.Kind {
    /// Returns the message that new photos aren't saved, with the reason, or `nil` if the user doesn't need to know.
    func text(folder: String, in language: Language) -> String? {
        switch self {
        case .full: language.text(.diskFull)
        case .readOnly, .inaccessible, .inputOutput: language.text(.cacheUnusable, folder)
        case .inUse: language.text(.cacheInUse)
        case .newerVersion: language.text(.cacheOfNewerVersion)
        case .corrupt, .imageTooLarge, .busy, .other: nil
        }
    }
}
