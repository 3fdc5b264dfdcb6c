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
    /// The photos that the app serves itself.
    private struct Serving {
        /// `nil` for the demo, which isn't remembered.
        let server: SavedServer?
        let task: Task<Void, Never>
        /// Whether its feed is on the screen.
        var isShown = false
    }

    private let chosen: ServerAddress?
    private let settings: SettingsKeeper
    private let surroundings: Surroundings
    private let signIns: SignInKeeper
    private let preferences: PreferencesFlow
    private var window: MainWindow?
    /// The server that opens before there is a window.
    private var prepared: OpeningSession?
    private var feed: FeedFlow?
    private var serving: Serving?
    private var addressScreen: (controller: ServerAddressController, screen: AddressScreen)?
    /// The sessions of earlier servers, which are still closing.
    private var closing: [Task<Void, Never>] = []
    private var savedPlace: (server: SavedServer, place: FeedPlace)?
    private var mayUseNetwork = true
    /// The kinds of cache errors that the window has already shown.
    private var shownCacheErrors: Set<StoreError.Kind> = []
    private var trace: TraceWriter?
    /// Where the person was in each server's feed.
    private let places: FeedPlacesFile
    /// Shows a notification of new photos; takes it back with `nil`.
    var onNotice: ((NewPhotosNotice?) -> Void)?

    /// - Parameter chosen: The server that the command line names.
    init(chosen: ServerAddress?, settings: SettingsKeeper, in surroundings: Surroundings) {
        self.chosen = chosen
        self.settings = settings
        self.surroundings = surroundings
        places = FeedPlacesFile(environment: surroundings.environment, report: surroundings.report)
        signIns = SignInKeeper(surroundings.signIns, settings: settings, report: surroundings.report)
        preferences = PreferencesFlow(settings: settings, signIns: signIns, in: surroundings)
        preferences.onShow = { [weak self] in self?.change(to: $0) }
        preferences.onAddServer = { [weak self] in self?.askForAddress() }
        preferences.onChoosePhotos = { [weak self] in self?.askForFolder() }
        preferences.onChange = { [weak self] in self?.apply($0) }
        preferences.onForget = { [places] in places.remove(at: $0) }
        preferences.onClearShown = { [weak self] in await self?.feed?.clearCache() }
        preferences.openServer = { [weak self] in self?.feed?.address }
        preferences.closeEarlierSessions = { [weak self] in await self?.closeEarlierSessions() }
    }

    /// Opens the first server while GTK sets itself up.
    func prepare() {
        trace = surroundings.tracePath.map { TraceWriter(file: URL(filePath: $0), report: surroundings.report) }
        if case .address(let address) = firstServer() { prepared = open(address, as: .address(address.withoutUserInfo)) }
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
    func show(_ server: SavedServer) {
        if server != shown { change(to: server) }
    }

    /// Leaves the server.
    func leave() {
        endServing()
        leaveFeed()
    }

    /// Lets go of the feed, whose session closes in the background.
    private func leaveFeed() {
        guard let feed else { return }
        savePlace()
        self.feed = nil
        closing.append(Task { await feed.close() })
    }

    private func closeEarlierSessions() async {
        for task in closing { await task.value }
    }

    /// Waits until all sessions are closed, what was removed is deleted, the decoders have ended and the trace is written.
    func close() async {
        await closeEarlierSessions()
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

    /// Handles that the network may now be used for what nobody waits for, or no longer.
    func networkChanged(mayBeUsed: Bool) {
        mayUseNetwork = mayBeUsed
        feed?.networkChanged(mayBeUsed: mayBeUsed)
    }

    /// Shows the new photos that are offered, if any.
    func showNewest() {
        feed?.showNewest()
    }

    /// Saves where the person is in the feed, to be shown there at the next start.
    func savePlace() {
        guard let feed, let server = feed.saved else { return }
        let place = feed.place
        guard savedPlace?.server != server || savedPlace?.place != place else { return }
        savedPlace = (server, place)
        places.save(place, at: server)
    }

    /// The sizes at which cards show pictures; `nil` if there is no feed on the screen.
    var sizing: PictureSizing? { feed?.sizing }

    // MARK: Servers

    /// The server on the screen; `nil` if there is none, or if it is the demo.
    var shown: SavedServer? {
        if let serving, serving.isShown { return serving.server }
        return feed.map { .address($0.address.withoutUserInfo) }
    }

    private func firstServer() -> SavedServer? {
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
    private func change(to server: SavedServer?) {
        switch server {
        case .address(let address): replace(by: address)
        case .folder(let url): show(FolderServer(folder: url, keepsIndex: true), as: server)
        case nil:
            endServing()
            leaveFeed()
            askForAddress()
        }
    }

    /// Shows a server with an address.
    private func replace(by address: ServerAddress, signIn: SignIn? = nil) {
        replace(by: address, as: .address(address.withoutUserInfo), signIn: signIn)
    }

    /// - Parameter saved: The server to remember; `nil` for the demo. The cache of photos on this machine leaves nothing
    ///   behind.
    private func replace(by address: ServerAddress, as saved: SavedServer?, signIn: SignIn? = nil) {
        guard let window else { return }
        leaveFeed()
        let isKept = saved?.address != nil
        if isKept { endServing() }
        let server =
            prepared.flatMap { $0.address == address ? $0 : nil } ?? open(address, as: saved, signIn: signIn)
        prepared = nil
        let feed = FeedFlow(
            server, as: saved, seen: saved.flatMap { settings.value.seenFeeds[$0.text] }, window: window,
            in: surroundings)
        self.feed = feed
        if let saved {
            feed.onSeen = { [settings] seen in settings.change { $0.seenFeeds.remember(seen, of: saved.text) } }
        }
        feed.keepsImagesOffline = settings.value.keepsImagesOffline
        feed.notifiesOfNewPhotos = settings.value.notifiesOfNewPhotos
        feed.networkChanged(mayBeUsed: mayUseNetwork)
        feed.onNotice = { [weak self] in self?.onNotice?($0) }
        if let saved, isKept {
            if preferences.preferences.servers.all.contains(saved) { preferences.serverShown(saved) }
            feed.onFirstFeed = { [weak self] in self?.remember(saved, signIn) }
        }
        feed.onSignInNeeded = { [weak self] in self?.askForAddress(of: .address(address)) }
        feed.start()
        addressScreen = nil
        preferences.screensReplaced()
    }

    private func open(_ address: ServerAddress, as saved: SavedServer?, signIn: SignIn? = nil) -> OpeningSession {
        var context = SessionContext(
            cacheFolder: surroundings.cacheFolder, network: surroundings.network, now: surroundings.now,
            report: surroundings.report,
            reportCacheError: { [weak self, report = surroundings.report] error in
                report(error)
                Task { @MainActor in self?.show(error) }
            })
        context.keepsCache = saved?.address != nil
        context.imageLimit = settings.value.imageLimit
        context.trace = trace
        return OpeningSession(
            address, signIn: signIn.map { signIn in Task.detached { signIn } } ?? signIns.signIn(for: address),
            sizing: .cards(width: settings.value.pictureWidth, scale: settings.value.pictureScale),
            place: saved.flatMap { places.place(at: $0) },
            decoders: surroundings.decoders, in: context)
    }

    /// Remembers a server once it has answered with a feed.
    /// - Parameter signIn: The name and the password that the person typed for it. The settings don't hold them.
    private func remember(_ server: SavedServer, _ signIn: SignIn?) {
        preferences.serverShown(server)
        if let signIn, let address = server.address { signIns.save(signIn, for: address) }
    }

    private func apply(_ preferences: Preferences) {
        feed?.keepsImagesOffline = preferences.keepsImagesOffline
        feed?.notifiesOfNewPhotos = preferences.notifiesOfNewPhotos
        feed?.setImageLimit(preferences.imageLimit)
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
    func askForAddress(of server: SavedServer? = nil) {
        guard let window, addressScreen == nil else { return }
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
        window.navigator.push(screen.root) { [weak self] in self?.forgetAddressScreen() }
    }

    /// Stops looking for the server that the person has typed, and opening the photos that they have chosen.
    func cancelAddress() {
        if serving?.isShown == false { endServing() }
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
            self?.change(to: .folder(path: folder.path(percentEncoded: false)))
        }
    }

    /// Serves photos and shows them. Until they are there, the screen says that they are being opened.
    /// - Parameter saved: The server to remember; `nil` for the demo.
    private func show(_ server: FolderServer, as saved: SavedServer?) {
        endServing()
        if feed == nil { askForAddress() }
        addressScreen?.controller.begin()
        let task = Task { [weak self, surroundings] in
            do {
                try await server.run(in: surroundings) { url in
                    // The person may have chosen another server in the meantime.
                    guard !Task.isCancelled else { return }
                    self?.showServed(at: url)
                }
            } catch {
                guard !Task.isCancelled else { return }
                surroundings.report(error)
                self?.servingFailed(server)
            }
        }
        serving = Serving(server: saved, task: task)
    }

    private func showServed(at url: URL) {
        do {
            replace(by: try ServerAddress(url.absoluteString), as: serving?.server)
            serving?.isShown = true
            if let server = serving?.server { preferences.serverShown(server) }
        } catch {
            surroundings.report(error)
        }
    }

    private func servingFailed(_ server: FolderServer) {
        let isDemo = serving?.server == nil
        endServing()
        if addressScreen == nil { askForAddress() }
        let language = surroundings.language
        addressScreen?.controller.fail(
            with: isDemo ? language.demoFailed : language.folderUnreadable(server.folder.path(percentEncoded: false)))
    }

    private func endServing() {
        serving?.task.cancel()
        serving = nil
    }
}
