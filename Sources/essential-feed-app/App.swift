import ArgumentParser
import CAdwaita
import CGtkKit
import EssentialFeed
import EssentialFeedGTK
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import GtkKit
import ImagePipeline
import Logging

/// The application: one instance, one window, one server at a time (N046).
final class App {
    private static let identifier = "org.essentialfeed.EssentialFeed"

    private let options: AppOptions
    private let address: ServerAddress?
    private let environment: [String: String]
    private let networkSettings: NetworkSettings
    private let language: Language
    private let logger: Logger
    private let report: @Sendable (any Error) -> Void
    private let now: @Sendable () -> Date = { Date() }
    private let settingsFile: SettingsFile
    private var settings: Settings
    private var trace: TraceWriter?
    private let instance = SingleInstance(identifier: App.identifier)
    private var window: MainWindow?
    private var flow: FeedFlow?
    /// Of the servers before, which are still being put away.
    private var closing: [Task<Void, Never>] = []
    private var addressScreen: (controller: ServerAddressController, screen: AddressScreen)?
    private var demo: Task<Void, Never>?
    private var ending: EndingSignals?
    /// What went wrong with the disk and was told in the window.
    private var shownErrors: Set<StoreError.Kind> = []
    /// The first server, being opened before there is a window.
    private var prepared: OpenServer?
    private var memoryPressure: MemoryPressure?

    /// - Throws: ``ServerAddress/Malformed``, or `ProxySettings.Malformed`.
    init(_ options: AppOptions, environment: [String: String]) throws {
        self.options = options
        address = try options.url.map { try ServerAddress($0) }
        networkSettings = try NetworkSettings(environment: environment)
        self.environment = environment
        language = Language(environment: environment)
        var logger = Logger(label: "essential-feed-app") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = options.verbose ? .debug : .critical
        self.logger = logger
        let report: @Sendable (any Error) -> Void = { [logger] in logger.warning("\($0)") }
        self.report = report
        settingsFile = SettingsFile(environment: environment, report: report)
        settings = settingsFile.load()
    }

    /// Runs until the last window is closed. A second start shows the window of the first, with the server that it was
    /// given, and ends; it touches neither cache nor trace.
    /// - Parameter arguments: the program's name first.
    /// - Returns: the exit status.
    func run(_ arguments: [String]) -> Int32 {
        // A file that may not grow any more (`ulimit -f`) is seen as an error of the write.
        signal(SIGXFSZ, SIG_IGN)
        instance.onMake = { [weak self] application in
            guard let self else { return }
            Actions.add("quit", to: application) { [weak self] in self?.quit() }
            Actions.add("about", to: application) { [weak self] in self?.showAbout() }
            // One at a time: the end of the one before gives the signals their usual effect.
            ending = nil
            ending = EndingSignals { [weak self] in self?.quit() }
        }
        instance.onLater = { [weak self] in self?.ending = nil }
        instance.onFirst = { [weak self] in self?.prepare() }
        instance.onCommandLine = { [weak self] in self?.show($1, of: $0) }
        let status = instance.run(arguments)
        endDemo()
        closeFlow()
        MainLoop.wait { [closing, prepared, trace, report] in
            for task in closing { await task.value }
            await prepared?.useCases.value.close(report: report)
            await trace?.close()
        }
        return status
    }

    /// The cache is opened while GTK sets itself up.
    private func prepare() {
        trace = options.trace.map { path in TraceWriter(file: URL(filePath: path), report: report) }
        if let address = firstAddress() { prepared = open(address) }
    }

    /// Shows what a start of the app asks for, this one's to begin with.
    private func show(_ arguments: [String], of application: UnsafeMutableRawPointer) {
        guard let window else { return makeWindow(application) }
        do {
            if let url = try AppOptions.parse(arguments).url {
                let address = try ServerAddress(url)
                if address != flow?.address { show(address) }
            }
        } catch {
            // The start that it came from has looked at it and said so.
            report(error)
        }
        window.present()
    }

    private func makeWindow(_ application: UnsafeMutableRawPointer) {
        Shortcuts.set(for: application)
        let window = MainWindow(
            application: application, language: language, width: settings.width, height: settings.height)
        self.window = window
        window.addAction("refresh") { [weak self] in self?.flow?.refresh() }
        window.addAction("change-server") { [weak self] in self?.askForAddress() }
        window.onActiveChange = { [weak self] isActive in
            self?.flow?.foregroundChanged(isActive)
            if isActive { self?.flow?.connectionMayHaveReturned() } else { self?.flow?.leaveForeground() }
        }
        window.onClose = { [weak self] width, height in
            self?.instance.isEnding = true
            self?.remember(width: width, height: height)
        }
        window.onBackFromFirstScreen = { [weak self] in self?.addressScreen?.controller.cancel() }
        if let address = firstAddress() { show(address) } else { askForAddress() }
        window.present()
        // What the first frame does not need comes after it.
        MainLoop.afterLayout { [weak self] in
            window.addShortcutsWindow()
            self?.watchSurroundings()
        }
    }

    private func quit() {
        instance.isEnding = true
        guard let window else { return instance.quit() }
        gtk_window_close(window.widget.window)
    }

    // MARK: Servers

    private func firstAddress() -> ServerAddress? {
        if let address { return address }
        for text in [environment["ESSENTIAL_FEED_URL"], settings.address].compactMap(\.self) where !text.isEmpty {
            do {
                return try ServerAddress(text)
            } catch {
                report(error)
            }
        }
        return nil
    }

    private func show(_ address: ServerAddress, signIn: SignIn? = nil, isRemembered: Bool = true) {
        guard let window else { return }
        closeFlow()
        if isRemembered { endDemo() }
        let server =
            prepared.flatMap { $0.address == address ? $0 : nil }
            ?? open(address, signIn: signIn, isKept: isRemembered)
        prepared = nil
        let flow = FeedFlow(
            server, window: window, language: language, now: now, report: report,
            onFirstPictures: { [logger] in logger.info("the first pictures are on the screen") })
        self.flow = flow
        flow.keepsImagesOffline = settings.keepsImagesOffline
        if isRemembered { flow.onAnswer = { [weak self] in self?.remember(address) } }
        flow.onSignInNeeded = { [weak self] in self?.askForAddress() }
        flow.start()
        flow.foregroundChanged(window.isActive)
        addressScreen = nil
    }

    private func open(_ address: ServerAddress, signIn: SignIn? = nil, isKept: Bool = true) -> OpenServer {
        let folder =
            options.cacheDir.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? CacheLocation.folder(environment: environment)
        return OpenServer(
            address, signIn: signIn,
            pictureSize: PixelSize(width: settings.pictureWidth, height: settings.pictureHeight),
            in: UseCases.Surroundings(
                cacheFolder: folder, isKept: isKept, network: networkSettings, now: now, report: report,
                onCacheError: { [weak self] error in
                    Task { @MainActor in self?.tell(error, of: folder) }
                }, trace: trace))
    }

    /// Over the feed, if there is one: it stays until another server has answered.
    private func askForAddress() {
        guard let window, addressScreen == nil else { return }
        let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let server = DemoServer(environment: environment, executable: executable)
        let (network, report) = (networkSettings, report)
        let controller = ServerAddressController(
            asksForSignIn: flow?.needsSignIn ?? false,
            find: { try await UseCases.find($0, signIn: $1, network: network, report: report) }, language: language,
            onFound: { [weak self] in self?.show($0, signIn: $1) })
        let isOverFeed = flow != nil
        let screen = AddressScreen(
            controller: controller, address: flow?.address.displayText ?? settings.address ?? "",
            canGoBack: isOverFeed, menu: isOverFeed ? nil : window.menu.opaque, language: language,
            onCancel: { [weak self] in self?.cancelAddress() },
            onDemo: server.map { server in { [weak self] in self?.showDemo(server) } })
        addressScreen = (controller, screen)
        guard let flow else { return window.navigator.start(with: screen.root) }
        flow.uncover()
        window.navigator.push(screen.root) { [weak self] in self?.forgetAddressScreen() }
    }

    private func cancelAddress() {
        guard let window, window.navigator.canGoBack else { return addressScreen?.controller.cancel() ?? () }
        window.navigator.goBack()
    }

    private func forgetAddressScreen() {
        addressScreen?.controller.cancel()
        addressScreen = nil
    }

    /// A server counts once it has answered with a feed. Its user info is not kept (N011).
    private func remember(_ address: ServerAddress) {
        guard settings.address != address.displayText else { return }
        settings.address = address.displayText
        settingsFile.save(settings)
    }

    /// Says in the window, once of each kind, that the disk does not take what comes (N031).
    private func tell(_ error: StoreError, of folder: URL) {
        guard let window, let text = error.text(folder: folder.path, in: language) else { return }
        if shownErrors.insert(error.kind).inserted { window.tell(text) }
    }

    private func showDemo(_ server: DemoServer) {
        endDemo()
        demo = Task { [weak self, environment, logger, report] in
            do {
                try await server.run(environment: environment, logger: logger) { url in
                    // Meanwhile the person may have chosen another server.
                    guard !Task.isCancelled else { return }
                    do {
                        self?.show(try ServerAddress(url.absoluteString), isRemembered: false)
                    } catch {
                        report(error)
                    }
                }
            } catch {
                guard !Task.isCancelled else { return }
                report(error)
                guard let self else { return }
                addressScreen?.controller.fail(with: language.demoFailed)
            }
        }
    }

    private func endDemo() {
        demo?.cancel()
        demo = nil
    }

    private func closeFlow() {
        guard let flow else { return }
        self.flow = nil
        closing.append(Task { await flow.close() })
    }

    // MARK: Surroundings

    /// The network returning (N005; the window regaining the focus is the other way to learn of it), and memory.
    private func watchSurroundings() {
        memoryPressure = MemoryPressure { [weak self, logger] isOn in
            logger.info(isOn ? "the system's memory is short" : "the system's memory is not short any more")
            self?.flow?.memoryPressure(isOn)
        }
        guard let monitor = g_network_monitor_get_default() else { return }
        Signal.connect(UnsafeMutableRawPointer(monitor), "network-changed") { [weak self] _ in
            if g_network_monitor_get_network_available(monitor) != 0 { self?.flow?.connectionMayHaveReturned() }
        }
    }

    private func remember(width: Int, height: Int) {
        settings.width = width
        settings.height = height
        if let size = flow?.pictureSize {
            settings.pictureWidth = size.width
            settings.pictureHeight = size.height
        }
        settingsFile.save(settings)
    }

    private func showAbout() {
        guard let window else { return }
        AboutWindow.present(over: window, version: Version.current, language: language)
    }
}
