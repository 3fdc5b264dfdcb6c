import DecoderProcess
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedStore
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline

/// Decides which server the window shows: the one that was asked for or used last, another one that the person types, or
/// the demo. There is one server at a time.
final class ServerFlow {
    private let chosen: ServerAddress?
    private let settings: SettingsKeeper
    private let surroundings: Surroundings
    private var window: MainWindow?
    /// The server that opens before there is a window.
    private var prepared: OpeningSession?
    private var feed: FeedFlow?
    private var addressScreen: (controller: ServerAddressController, screen: AddressScreen)?
    private var demo: Task<Void, Never>?
    /// Saves of names and passwords that haven't ended.
    private var savingSignIns: [Task<Void, Never>] = []
    /// The sessions of earlier servers, which are still closing.
    private var closing: [Task<Void, Never>] = []
    /// The kinds of cache errors that the window has already shown.
    private var shownCacheErrors: Set<StoreError.Kind> = []
    private var trace: TraceWriter?

    /// - Parameter chosen: The server that the command line names.
    init(chosen: ServerAddress?, settings: SettingsKeeper, in surroundings: Surroundings) {
        self.chosen = chosen
        self.settings = settings
        self.surroundings = surroundings
    }

    /// Opens the first server while GTK sets itself up.
    func prepare() {
        trace = surroundings.tracePath.map { TraceWriter(file: URL(filePath: $0), report: surroundings.report) }
        if let address = firstAddress() { prepared = open(address) }
    }

    /// Shows the first server, or asks for one.
    func start(in window: MainWindow) {
        self.window = window
        if let address = firstAddress() { replace(by: address) } else { askForAddress() }
    }

    /// Shows the server, unless it is on the screen already.
    func show(_ address: ServerAddress) {
        if address != feed?.address { replace(by: address) }
    }

    /// Leaves the server.
    func leave() {
        endDemo()
        leaveFeed()
    }

    /// Lets go of the feed, whose session closes in the background.
    private func leaveFeed() {
        guard let feed else { return }
        self.feed = nil
        closing.append(Task { await feed.close() })
    }

    /// Waits until all sessions are closed, the decoders have ended and the trace is written.
    func close() async {
        for task in closing { await task.value }
        await endSavingSignIns()
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

    /// The sizes at which cards show pictures; `nil` if there is no feed on the screen.
    var sizing: PictureSizing? { feed?.sizing }

    // MARK: Servers

    private func firstAddress() -> ServerAddress? {
        if let chosen { return chosen }
        let texts = [surroundings.environment["ESSENTIAL_FEED_URL"], settings.value.address]
        for text in texts.compactMap(\.self) where !text.isEmpty {
            do {
                return try ServerAddress(text)
            } catch {
                surroundings.report(error)
            }
        }
        return nil
    }

    /// - Parameter isRemembered: Whether the server is one to come back to; the demo isn't, and leaves nothing behind.
    private func replace(by address: ServerAddress, signIn: SignIn? = nil, isRemembered: Bool = true) {
        guard let window else { return }
        leaveFeed()
        if isRemembered { endDemo() }
        let server =
            prepared.flatMap { $0.address == address ? $0 : nil }
            ?? open(address, signIn: signIn, isRemembered: isRemembered)
        prepared = nil
        let feed = FeedFlow(server, window: window, in: surroundings)
        self.feed = feed
        feed.keepsImagesOffline = settings.value.keepsImagesOffline
        if isRemembered { feed.onFirstFeed = { [weak self] in self?.remember(address, signIn) } }
        feed.onSignInNeeded = { [weak self] in self?.askForAddress() }
        feed.start()
        addressScreen = nil
    }

    private func open(
        _ address: ServerAddress, signIn: SignIn? = nil, isRemembered: Bool = true
    ) -> OpeningSession {
        var context = SessionContext(
            cacheFolder: surroundings.cacheFolder, network: surroundings.network, now: surroundings.now,
            report: surroundings.report,
            reportCacheError: { [weak self, report = surroundings.report] error in
                report(error)
                Task { @MainActor in self?.show(error) }
            })
        context.keepsCache = isRemembered
        context.trace = trace
        return OpeningSession(
            address, signIn: signIn.map { signIn in Task.detached { signIn } } ?? savedSignIn(for: address),
            sizing: .cards(width: settings.value.pictureWidth, scale: settings.value.pictureScale),
            decoders: surroundings.decoders, in: context)
    }

    /// Remembers a server once it has answered with a feed.
    /// - Parameter signIn: The name and the password that the person typed for it. The settings don't hold them.
    private func remember(_ address: ServerAddress, _ signIn: SignIn?) {
        settings.change { $0.address = address.displayText }
        if let signIn { save(signIn, for: address) }
    }

    /// Shows, once for each kind of error, that nothing new is saved.
    private func show(_ error: StoreError) {
        guard let window,
            let text = error.text(folder: surroundings.cacheFolder.path, in: surroundings.language)
        else { return }
        if shownCacheErrors.insert(error.kind).inserted { window.showToast(text) }
    }

    // MARK: Names and passwords

    /// Looks for the name and the password of a server, if they were saved.
    private func savedSignIn(for address: ServerAddress) -> Task<SignIn?, Never> {
        let isSaved = address.authorization == nil && settings.value.signedInServers.contains(address.displayText)
        let (signIns, report) = (surroundings.signIns, surroundings.report)
        return Task.detached {
            do {
                return isSaved ? try await signIns.signIn(for: address) : nil
            } catch {
                if !(error is CancellationError) { report(error) }
                return nil
            }
        }
    }

    private func save(_ signIn: SignIn, for address: ServerAddress) {
        let (signIns, report) = (surroundings.signIns, surroundings.report)
        savingSignIns.append(
            Task { [settings] in
                do {
                    try await signIns.save(signIn, for: address)
                    settings.change { $0.signedInServers.insert(address.displayText) }
                } catch {
                    if !(error is CancellationError) { report(error) }
                }
            })
    }

    /// Lets the saves end, but doesn't wait long for a keyring that asks the person something.
    private func endSavingSignIns() async {
        let limit = Task { [savingSignIns] in
            try await Task.sleep(for: .seconds(2))
            for task in savingSignIns { task.cancel() }
        }
        for task in savingSignIns { await task.value }
        limit.cancel()
    }

    // MARK: The address screen

    /// Asks for a server. A feed on the screen stays below until another server has answered.
    func askForAddress() {
        guard let window, addressScreen == nil else { return }
        let network = surroundings.network
        let controller = ServerAddressController(
            feed?.signInRequest,
            find: { try await ServerSearch.find($0, signIn: $1, network: network) },
            language: surroundings.language,
            onFound: { [weak self] address, signIn in
                // The link of an invitation has both in it.
                self?.replace(by: address.withoutUserInfo, signIn: signIn ?? address.signIn)
            })
        let demo = DemoServer(
            environment: surroundings.environment,
            executable: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath())
        let isOverFeed = feed != nil
        let screen = AddressScreen(
            controller: controller, address: feed?.address.displayText ?? settings.value.address ?? "",
            canGoBack: isOverFeed, menu: isOverFeed ? nil : window.menu.opaque, language: surroundings.language,
            onCancel: { [weak self] in self?.goBackFromAddress() },
            onDemo: demo.map { demo in { [weak self] in self?.show(demo) } })
        addressScreen = (controller, screen)
        guard let feed else { return window.navigator.start(with: screen.root) }
        feed.uncover()
        window.navigator.push(screen.root) { [weak self] in self?.forgetAddressScreen() }
    }

    /// Stops looking for the server that the person has typed.
    func cancelAddress() {
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

    // MARK: The demo

    private func show(_ server: DemoServer) {
        endDemo()
        let (environment, logger, report) = (surroundings.environment, surroundings.logger, surroundings.report)
        demo = Task { [weak self] in
            do {
                try await server.run(environment: environment, logger: logger) { url in
                    // The person may have chosen another server in the meantime.
                    guard !Task.isCancelled else { return }
                    do {
                        self?.replace(by: try ServerAddress(url.absoluteString), isRemembered: false)
                    } catch {
                        report(error)
                    }
                }
            } catch {
                guard !Task.isCancelled else { return }
                report(error)
                guard let self else { return }
                addressScreen?.controller.fail(with: surroundings.language.demoFailed)
            }
        }
    }

    private func endDemo() {
        demo?.cancel()
        demo = nil
    }
}
