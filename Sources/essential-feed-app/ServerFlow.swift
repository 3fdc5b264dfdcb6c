import DecoderProcess
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline

/// Decides which server the window shows: the requested or last used one, another one that the user chooses or types, a
/// folder of photos, or the demo. Only one server is open at a time.
final class ServerFlow {
    private var chosen: ServerAddress?
    private let settings: SettingsKeeper
    private let surroundings: Surroundings
    private let signIns: SignInKeeper
    private let preferences: PreferencesFlow
    private var window: MainWindow?
    /// The server that opens before the window exists.
    private var prepared: OpeningSession?
    private var feed: FeedFlow?
    /// The photos that the app serves itself.
    private let folders: FolderServing
    private var addressScreen: (controller: ServerAddressController, screen: AddressScreen)?
    /// The sessions of previous servers, which are still closing.
    private var closing: [Task<Void, Never>] = []
    private var mayUseNetwork = true
    /// The limit of the open cache.
    private var imageLimit: Int
    /// The kinds of cache errors that the window has already shown.
    private var shownCacheErrors: Set<StoreError.Kind> = []
    private var trace: TraceWriter?
    /// The user's place in each server's feed.
    private let places: FeedPlaces
    /// Shows a notification of new photos; `nil` withdraws it.
    var onNotice: ((NewPhotosNotice?) -> Void)?

    /// - Parameter chosen: The server from the command line.
    init(chosen: ServerAddress?, settings: SettingsKeeper, in surroundings: Surroundings) {
        self.chosen = chosen
        self.settings = settings
        imageLimit = settings.value.imageLimit
        self.surroundings = surroundings
        places = FeedPlaces(in: surroundings)
        folders = FolderServing(in: surroundings)
        signIns = SignInKeeper(surroundings.signIns, settings: settings, report: surroundings.report)
        preferences = PreferencesFlow(settings: settings, signIns: signIns, places: places, in: surroundings)
        preferences.onLeave = { [weak self] in self?.leave() }
        preferences.onShow = { [weak self] server in
            if let server { self?.show(server) } else { self?.change(to: nil) }
        }
        preferences.onAddServer = { [weak self] in self?.askForAddress() }
        preferences.onChoosePhotos = { [weak self] in self?.askForFolder() }
        preferences.onChange = { [weak self] in self?.apply($0) }
        preferences.isOpen = { [weak self] in $0 == self?.shown || $0 == self?.folders.openingServer }
        preferences.onClearShown = { [weak self] in await self?.feed?.clearCache() }
        preferences.openServer = { [weak self] in self?.feed?.address }
        preferences.closeEarlierSessions = { [weak self] in await self?.closeEarlierSessions() }
        folders.onOpening = { [preferences] in preferences.serverOpening($0) }
        folders.onLeftOut = { [weak self] in self?.feed?.display($0) }
        folders.onOpened = { [weak self] in self?.showOpened($0, as: $1) }
        folders.onFailed = { [weak self] in self?.openingFailed($0, as: $1) }
    }

    /// Opens the first server during GTK's setup.
    func prepare() {
        trace = surroundings.tracePath.map { TraceWriter(file: URL(filePath: $0), report: surroundings.report) }
        guard case .address(let address) = firstServer() else { return }
        prepared = open(address, as: .address(address.withoutUserInfo))
    }

    /// Shows the first server, or asks for one.
    func start(in window: MainWindow) {
        self.window = window
        preferences.start(in: window)
        change(to: firstServer())
    }

    /// Shows the server that another start of the app requests, unless that server is already on the screen.
    func show(_ address: ServerAddress) {
        chosen = address
        if address != feed?.address { replace(by: address) }
    }

    /// Shows the server, unless it is already on the screen.
    func show(_ server: RememberedServer) {
        if server != shown { change(to: server) }
    }

    /// Leaves the server.
    func leave() {
        folders.endOpening()
        folders.endShown()
        leaveFeed()
    }

    /// Releases the feed, whose session closes in the background.
    private func leaveFeed() {
        guard let feed else { return }
        savePlace()
        settings.saveNow()
        feed.disconnect()
        self.feed = nil
        closing.append(Task { await feed.close() })
    }

    private func closeEarlierSessions() async {
        for task in closing { await task.value }
        await folders.waitForEnd()
    }

    /// Waits until all sessions are closed, removed servers are deleted, copies of photos are saved, the decoders have
    /// ended and the trace is written.
    func close() async {
        await closeEarlierSessions()
        await surroundings.copies.finish()
        await preferences.close()
        await signIns.close()
        await prepared?.close(report: surroundings.report)
        await surroundings.decoders.close()
        await trace?.close()
    }

    // MARK: What happens to the window

    func refresh() {
        feed?.refresh()
    }

    func foregroundChanged(_ isInForeground: Bool) {
        feed?.foregroundChanged(isInForeground)
    }

    func connectionMayHaveReturned() {
        feed?.connectionMayHaveReturned()
    }

    func memoryPressure(_ isOn: Bool) {
        feed?.memoryPressure(isOn)
    }

    func showPreferences() {
        preferences.show()
    }

    /// Updates whether background requests may use the network.
    func networkChanged(mayBeUsed: Bool) {
        mayUseNetwork = mayBeUsed
        feed?.networkChanged(mayBeUsed: mayBeUsed)
    }

    /// Shows the offered new photos, if any.
    func showNewest() {
        guard let feed else { return }
        // The feed replaces all other screens.
        forgetAddressScreen()
        preferences.screensReplaced()
        feed.showNewest()
    }

    /// Saves the user's place in the feed, which is restored at the next start.
    func savePlace() {
        // The feed of a folder isn't cached, so its place isn't saved.
        guard let feed, let server = feed.saved, server.address != nil, let place = feed.place else { return }
        places.save(place, at: server)
    }

    /// The sizes of pictures on cards; `nil` if there isn't a feed on the screen.
    var sizing: PictureSizing? { feed?.sizing }

    // MARK: Servers

    /// The server on the screen; `nil` for the demo or if there isn't one.
    var shown: RememberedServer? {
        if folders.isShown { return folders.server }
        return feed.map { .address($0.address.withoutUserInfo) }
    }

    private func firstServer() -> RememberedServer? {
        if let chosen { return .address(chosen) }
        if let text = surroundings.environment["ESSENTIAL_FEED_URL"], !text.isEmpty {
            do {
                return .address(try ServerAddress(text))
            } catch {
                surroundings.report(error)
            }
        }
        return settings.value.preferences.servers.current
    }

    /// Shows the server; `nil` asks for one.
    private func change(to server: RememberedServer?) {
        switch server {
        case .address(let address): replace(by: address)
        case .folder(let url): show(FolderServer(folder: url, keepsIndex: true), as: server)
        case nil:
            leave()
            preferences.serverOpened(nil)
            askForAddress()
        }
    }

    /// Shows a server with an address.
    private func replace(by address: ServerAddress, signIn: TypedSignIn? = nil) {
        replace(by: address, as: .address(address.withoutUserInfo), signIn: signIn)
    }

    /// - Parameter saved: The server to remember; `nil` for the demo. The cache of photos on this computer is deleted
    ///   at the end.
    private func replace(by address: ServerAddress, as saved: RememberedServer?, signIn: TypedSignIn? = nil) {
        guard let window else { return }
        leaveFeed()
        let isKept = saved?.address != nil
        if isKept {
            folders.endOpening()
            folders.endShown()
        }
        let server =
            prepared.flatMap { $0.address == address ? $0 : nil } ?? open(address, as: saved, signIn: signIn)
        prepared = nil
        let feed = FeedFlow(server, as: saved, settings: settings.value, window: window, in: surroundings)
        self.feed = feed
        if let saved {
            feed.onSeen = { [settings] seen in settings.changeOften { $0.seenFeeds.remember(seen, of: saved.text) } }
        }
        feed.notifiesOfNewPhotos = settings.value.notifiesOfNewPhotos
        feed.offline.onStatus = { [preferences] in preferences.offlineChanged($0) }
        feed.networkChanged(mayBeUsed: mayUseNetwork)
        feed.onNotice = { [weak self] in self?.onNotice?($0) }
        if let saved, isKept {
            if preferences.preferences.servers.all.contains(saved) { preferences.serverShown(saved) }
            // An invitation link on the command line counts as typed; the environment's address doesn't.
            let signIn =
                signIn
                ?? (address == chosen ? address.signIn : nil).map { TypedSignIn(signIn: $0, isInvitation: true) }
            feed.onFirstFeed = { [weak self] in self?.remember(saved, signIn) }
        }
        feed.onSignInNeeded = { [weak self] in
            if self?.addressScreen == nil { self?.askForAddress(of: .address(address)) }
        }
        preferences.serverOpened(saved)
        preferences.offlineChanged(nil)
        feed.start()
        addressScreen = nil
        preferences.screensReplaced()
    }

    private func open(
        _ address: ServerAddress, as saved: RememberedServer?, signIn: TypedSignIn? = nil
    ) -> OpeningSession {
        var context = SessionContext(
            cacheFolder: surroundings.cacheFolder, network: network, now: surroundings.now,
            report: surroundings.report,
            reportCacheError: { [weak self, report = surroundings.report] error in
                report(error)
                Task { @MainActor in self?.show(error) }
            })
        context.options.keepsCache = saved?.address != nil
        context.imageLimit = imageLimit
        context.options.trace = trace
        return OpeningSession(
            address, signIn: signIn.map { typed in Task.detached { typed.signIn } } ?? signIns.signIn(for: address),
            isInvited: signIn?.isInvitation ?? signIns.isInvited(to: address),
            sizing: .cards(width: settings.value.pictureWidth, scale: settings.value.pictureScale),
            place: saved.flatMap { $0.address == nil ? nil : places.place(at: $0) } ?? Task { nil },
            decoders: surroundings.decoders, in: context)
    }

    /// Remembers a server once it has returned a feed.
    /// - Parameter signIn: The name and password that the user typed. They aren't stored in the settings.
    private func remember(_ server: RememberedServer, _ typed: TypedSignIn?) {
        preferences.serverShown(server)
        guard let typed, let address = server.address else { return }
        signIns.save(typed.signIn, for: address, isInvited: typed.isInvitation)
    }

    private func apply(_ preferences: Preferences) {
        if feed?.saved?.address != nil { feed?.offline.choose(preferences.offlineChoice) }
        feed?.notifiesOfNewPhotos = preferences.notifiesOfNewPhotos
        if preferences.imageLimit != imageLimit {
            imageLimit = preferences.imageLimit
            feed?.setImageLimit(imageLimit)
        }
    }

    /// Shows, once per kind of error, that new photos aren't saved.
    private func show(_ error: StoreError) {
        guard let window,
            let text = error.text(folder: surroundings.cacheFolder.path, in: surroundings.language)
        else { return }
        if shownCacheErrors.insert(error.kind).inserted { window.showToast(text) }
    }

    /// The network settings with the certificates that the user trusts now.
    private var network: NetworkSettings {
        var network = surroundings.network
        network.trustedCertificates = settings.value.certificatesByOrigin
        return network
    }

    // MARK: The address screen

    /// Asks for a server. A feed on the screen stays below until another server has returned a feed.
    /// - Parameter server: The server whose address is initially in the entry.
    func askForAddress(of server: RememberedServer? = nil) {
        guard let window else { return }
        window.navigator.finishGoingBack()
        if let addressScreen {
            if window.navigator.isOnTop(addressScreen.screen.root) { return }
            forgetAddressScreen()
        }
        let controller = ServerAddressController(
            server == nil ? nil : feed?.signInRequest,
            find: { [weak self, network] in
                try await ServerSearch.find($0, signIn: $1, network: await self?.network ?? network)
            },
            language: surroundings.language,
            onFound: { [weak self] address, signIn in
                // An invitation link contains both.
                let typed = (signIn ?? address.signIn).map { TypedSignIn(signIn: $0, isInvitation: signIn == nil) }
                self?.replace(by: address.withoutUserInfo, signIn: typed)
            })
        controller.onUntrustedCertificate = { [weak self, weak controller] certificate in
            guard let self else { return }
            CertificateDialog.ask(about: certificate, over: window.widget, language: surroundings.language) {
                self.settings.change {
                    $0.trustedCertificates[certificate.server.displayText] = certificate.fingerprintText
                }
                controller?.certificateTrusted()
            }
        }
        let isOverFeed = feed != nil
        let demo = FolderServer.demo(in: surroundings)
        // An invalid link must be replaced by another link, not by the same address.
        let isLinkWanted = server != nil && feed?.signInRequest == .invitation
        let screen = AddressScreen(
            controller: controller,
            content: AddressScreen.Content(
                address: isLinkWanted ? "" : server?.address?.displayText ?? "", canGoBack: isOverFeed,
                isFirst: preferences.preferences.servers.all.isEmpty && !isOverFeed, hasDemo: demo != nil),
            menu: isOverFeed ? nil : window.menu.opaque, language: surroundings.language
        ) { [weak self] action in
            switch action {
            case .cancel: self?.goBackFromAddress()
            case .choosePhotos: self?.askForFolder()
            case .showDemo: if let demo { self?.show(demo, as: nil) }
            }
        }
        addressScreen = (controller, screen)
        preferences.screensReplaced()
        guard let feed else { return window.navigator.start(with: screen.root) }
        feed.uncover()
        window.navigator.push(screen.root) { [weak self, weak screen] in
            if let self, let screen, addressScreen?.screen === screen { forgetAddressScreen() }
        }
    }

    /// Stops searching for the server that the user typed, and stops opening the folder that the user chose.
    func cancelAddress() {
        folders.endOpening()
        addressScreen?.controller.cancel()
    }

    private func goBackFromAddress() {
        guard let window, window.navigator.canGoBack else { return cancelAddress() }
        window.navigator.goBack()
    }

    private func forgetAddressScreen() {
        cancelAddress()
        addressScreen = nil
    }

    // MARK: Photos on this machine

    private func askForFolder() {
        guard let window else { return }
        FolderDialog.ask(over: window.widget, language: surroundings.language) { [weak self, surroundings] folder in
            guard let folder else { return window.showToast(surroundings.language.notOnThisComputer) }
            let server = RememberedServer.folder(path: folder.path(percentEncoded: false))
            guard let self, server != shown else { return window.navigator.goBack() }
            change(to: server)
        }
    }

    /// Serves photos and shows them. Until they are ready, the address screen shows progress.
    /// - Parameter saved: The server to remember; `nil` for the demo.
    private func show(_ server: FolderServer, as saved: RememberedServer?) {
        askForAddress()
        addressScreen?.controller.begin()
        folders.open(server, as: saved)
    }

    private func showOpened(_ address: ServerAddress, as saved: RememberedServer?) {
        replace(by: address, as: saved)
        if let saved { preferences.serverShown(saved) }
    }

    /// Shows that photos can't be opened.
    private func openingFailed(_ server: FolderServer, as saved: RememberedServer?) {
        askForAddress()
        let language = surroundings.language
        addressScreen?.controller.fail(
            with: saved == nil
                ? language.demoFailed : language.folderUnreadable(server.folder.path(percentEncoded: false)))
    }
}

/// The name and password that the user typed for a server, or that came with an invitation link.
private struct TypedSignIn {
    let signIn: SignIn
    let isInvitation: Bool
}
