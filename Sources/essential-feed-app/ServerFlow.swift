import DecoderProcess
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedStore
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline

/// Decides which server the window shows: the one that was asked for or used last, another one that the person chooses or
/// types, a folder of photos, or the demo. There is one server at a time.
final class ServerFlow {
    private let chosen: ServerAddress?
    private let settings: SettingsKeeper
    private let surroundings: Surroundings
    private let signIns: SignInKeeper
    private let preferences: PreferencesFlow
    private var window: MainWindow?
    /// The server that opens before there is a window.
    private var prepared: OpeningSession?
    private var feed: FeedFlow?
    /// The photos that the app serves itself.
    private let folders: FolderServing
    private var addressScreen: (controller: ServerAddressController, screen: AddressScreen)?
    /// The sessions of earlier servers, which are still closing.
    private var closing: [Task<Void, Never>] = []
    private var mayUseNetwork = true
    /// The limit that the open cache has.
    private var imageLimit: Int
    /// The kinds of cache errors that the window has already shown.
    private var shownCacheErrors: Set<StoreError.Kind> = []
    private var trace: TraceWriter?
    /// Where the person was in each server's feed.
    private let places: FeedPlaces
    /// Shows a notification of new photos; takes it back with `nil`.
    var onNotice: ((NewPhotosNotice?) -> Void)?

    /// - Parameter chosen: The server that the command line names.
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
        folders.onOpened = { [weak self] in self?.showOpened($0, as: $1) }
        folders.onFailed = { [weak self] in self?.openingFailed($0, as: $1) }
    }

    /// Opens the first server while GTK sets itself up.
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

    /// Shows the server, unless it is on the screen already.
    func show(_ address: ServerAddress) {
        if address != feed?.address { replace(by: address) }
    }

    /// Shows the server, unless it is on the screen already.
    func show(_ server: RememberedServer) {
        if server != shown { change(to: server) }
    }

    /// Leaves the server.
    func leave() {
        folders.endOpening()
        folders.endShown()
        leaveFeed()
    }

    /// Lets go of the feed, whose session closes in the background.
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

    /// Waits until all sessions are closed, what was removed is deleted, copies of photos are saved, the decoders have ended
    /// and the trace is written.
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

    /// Handles that requests that nobody waits for may use the network from now on, or must not.
    func networkChanged(mayBeUsed: Bool) {
        mayUseNetwork = mayBeUsed
        feed?.networkChanged(mayBeUsed: mayBeUsed)
    }

    /// Shows the new photos that are offered, if any.
    func showNewest() {
        guard let feed else { return }
        // The feed shows itself in place of all other screens.
        forgetAddressScreen()
        preferences.screensReplaced()
        feed.showNewest()
    }

    /// Saves where the person is in the feed, to be shown there at the next start.
    func savePlace() {
        // The feed of a folder isn't cached, so that there is no place in it to come back to.
        guard let feed, let server = feed.saved, server.address != nil, let place = feed.place else { return }
        places.save(place, at: server)
    }

    /// The sizes at which cards show pictures; `nil` if there is no feed on the screen.
    var sizing: PictureSizing? { feed?.sizing }

    // MARK: Servers

    /// The server on the screen; `nil` if there is none, or if it is the demo.
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

    /// Shows the server, or asks for one if there is none.
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
    private func replace(by address: ServerAddress, signIn: SignIn? = nil) {
        replace(by: address, as: .address(address.withoutUserInfo), signIn: signIn)
    }

    /// - Parameter saved: The server to remember; `nil` for the demo. The cache of photos on this machine leaves nothing
    ///   behind.
    private func replace(by address: ServerAddress, as saved: RememberedServer?, signIn: SignIn? = nil) {
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
        let feed = FeedFlow(
            server, as: saved, seen: saved.flatMap { settings.value.seenFeeds[$0.text] }, window: window,
            in: surroundings)
        self.feed = feed
        if let saved {
            feed.onSeen = { [settings] seen in settings.changeOften { $0.seenFeeds.remember(seen, of: saved.text) } }
        }
        feed.keepsImagesOffline = settings.value.keepsImagesOffline
        feed.notifiesOfNewPhotos = settings.value.notifiesOfNewPhotos
        feed.networkChanged(mayBeUsed: mayUseNetwork)
        feed.onNotice = { [weak self] in self?.onNotice?($0) }
        if let saved, isKept {
            if preferences.preferences.servers.all.contains(saved) { preferences.serverShown(saved) }
            feed.onFirstFeed = { [weak self] in self?.remember(saved, signIn) }
        }
        feed.onSignInNeeded = { [weak self] in
            if self?.addressScreen == nil { self?.askForAddress(of: .address(address)) }
        }
        preferences.serverOpened(saved)
        feed.start()
        addressScreen = nil
        preferences.screensReplaced()
    }

    private func open(_ address: ServerAddress, as saved: RememberedServer?, signIn: SignIn? = nil) -> OpeningSession {
        var context = SessionContext(
            cacheFolder: surroundings.cacheFolder, network: surroundings.network, now: surroundings.now,
            report: surroundings.report,
            reportCacheError: { [weak self, report = surroundings.report] error in
                report(error)
                Task { @MainActor in self?.show(error) }
            })
        context.keepsCache = saved?.address != nil
        context.imageLimit = imageLimit
        context.trace = trace
        return OpeningSession(
            address, signIn: signIn.map { signIn in Task.detached { signIn } } ?? signIns.signIn(for: address),
            sizing: .cards(width: settings.value.pictureWidth, scale: settings.value.pictureScale),
            place: saved.flatMap { $0.address == nil ? nil : places.place(at: $0) } ?? Task { nil },
            decoders: surroundings.decoders, in: context)
    }

    /// Remembers a server once it has answered with a feed.
    /// - Parameter signIn: The name and the password that the person typed for it. The settings don't hold them.
    private func remember(_ server: RememberedServer, _ signIn: SignIn?) {
        preferences.serverShown(server)
        if let signIn, let address = server.address { signIns.save(signIn, for: address) }
    }

    private func apply(_ preferences: Preferences) {
        feed?.keepsImagesOffline = preferences.keepsImagesOffline
        feed?.notifiesOfNewPhotos = preferences.notifiesOfNewPhotos
        if preferences.imageLimit != imageLimit {
            imageLimit = preferences.imageLimit
            feed?.setImageLimit(imageLimit)
        }
    }

    /// Shows, once for each kind of error, that nothing new is saved.
    private func show(_ error: StoreError) {
        guard let window,
            let text = error.text(folder: surroundings.cacheFolder.path, in: surroundings.language)
        else { return }
        if shownCacheErrors.insert(error.kind).inserted { window.showToast(text) }
    }

    // MARK: The address screen

    /// Asks for a server. A feed on the screen stays below until another server has answered.
    /// - Parameter server: The server whose address is in the entry at first.
    func askForAddress(of server: RememberedServer? = nil) {
        guard let window else { return }
        window.navigator.finishGoingBack()
        if let addressScreen {
            if window.navigator.isOnTop(addressScreen.screen.root) { return }
            forgetAddressScreen()
        }
        let network = surroundings.network
        let controller = ServerAddressController(
            server == nil ? nil : feed?.signInRequest,
            find: { try await ServerSearch.find($0, signIn: $1, network: network) },
            language: surroundings.language,
            onFound: { [weak self] address, signIn in
                // The link of an invitation has both in it.
                self?.replace(by: address.withoutUserInfo, signIn: signIn ?? address.signIn)
            })
        let isOverFeed = feed != nil
        let demo = FolderServer.demo(in: surroundings)
        let screen = AddressScreen(
            controller: controller, address: server?.address?.displayText ?? "", canGoBack: isOverFeed,
            isFirst: preferences.preferences.servers.all.isEmpty && !isOverFeed,
            menu: isOverFeed ? nil : window.menu.opaque, language: surroundings.language,
            onCancel: { [weak self] in self?.goBackFromAddress() },
            onChoosePhotos: { [weak self] in self?.askForFolder() },
            onDemo: demo.map { demo in { [weak self] in self?.show(demo, as: nil) } })
        addressScreen = (controller, screen)
        preferences.screensReplaced()
        guard let feed else { return window.navigator.start(with: screen.root) }
        feed.uncover()
        window.navigator.push(screen.root) { [weak self, weak screen] in
            if let self, let screen, addressScreen?.screen === screen { forgetAddressScreen() }
        }
    }

    /// Stops looking for the server that the person has typed, and opening the photos that they have chosen.
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

    /// Serves photos and shows them. Until they are there, the address screen says that they are being opened.
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

    /// Says that photos can't be shown.
    private func openingFailed(_ server: FolderServer, as saved: RememberedServer?) {
        askForAddress()
        let language = surroundings.language
        addressScreen?.controller.fail(
            with: saved == nil
                ? language.demoFailed : language.folderUnreadable(server.folder.path(percentEncoded: false)))
    }
}
