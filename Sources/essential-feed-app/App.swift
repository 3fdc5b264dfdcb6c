import CAdwaita
import CGtkKit
import EssentialFeed
import EssentialFeedGTK
import EssentialFeedHTTP
import EssentialFeedStore
import Foundation
import GtkKit
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
    private let trace: TraceWriter?
    private let application: ObjectReference
    private var window: MainWindow?
    private var flow: FeedFlow?
    /// Of the servers before, which are still being put away.
    private var closing: [Task<Void, Never>] = []
    private var addressScreen: AddressScreen?
    private var demo: Task<Void, Never>?
    private var ends: [any DispatchSourceSignal] = []
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
        trace = options.trace.map { path in TraceWriter(file: URL(filePath: path), report: report) }
        guard let made = adw_application_new(Self.identifier, G_APPLICATION_DEFAULT_FLAGS) else {
            preconditionFailure("libadwaita made no application")
        }
        application = ObjectReference(owning: UnsafeMutableRawPointer(made))
    }

    /// Runs until the last window is closed. A second start presents the window of the first, and ends.
    /// - Returns: the exit status.
    func run() -> Int32 {
        Signal.connect(application.pointer, "activate") { [weak self] _ in self?.activate() }
        Actions.add("quit", to: application.pointer) { [weak self] in self?.quit() }
        Actions.add("about", to: application.pointer) { [weak self] in self?.showAbout() }
        // A file that may not grow any more (`ulimit -f`) is seen as an error of the write.
        signal(SIGXFSZ, SIG_IGN)
        ends = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.quit() } }
            source.resume()
            return source
        }
        // The cache is opened while GTK sets itself up.
        if let address = firstAddress() { prepared = open(address) }
        let status = g_application_run(gtkkit_g_application(application.pointer), 0, nil)
        endDemo()
        closeFlow()
        MainLoop.wait { [closing, trace] in
            for task in closing { await task.value }
            await trace?.close()
        }
        return status
    }

    private func activate() {
        if let window { return window.present() }
        Shortcuts.set(for: application.pointer)
        let window = MainWindow(
            application: application.pointer, language: language, width: settings.width, height: settings.height)
        self.window = window
        window.addAction("refresh") { [weak self] in self?.flow?.refresh() }
        window.addAction("change-server") { [weak self] in self?.askForAddress() }
        window.onActiveChange = { [weak self] isActive in
            if isActive { self?.flow?.connectionMayHaveReturned() } else { self?.flow?.leaveForeground() }
        }
        window.onClose = { [weak self] width, height in self?.remember(width: width, height: height) }
        if let address = firstAddress() { show(address) } else { askForAddress() }
        window.present()
        // What the first frame does not need comes after it.
        MainLoop.afterLayout { [weak self] in
            window.addShortcutsWindow()
            self?.watchSurroundings()
        }
    }

    private func quit() {
        guard let window else { return g_application_quit(gtkkit_g_application(application.pointer)) }
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

    private func show(_ address: ServerAddress, isRemembered: Bool = true) {
        guard let window else { return }
        closeFlow()
        if isRemembered { endDemo() }
        let server = prepared.flatMap { $0.address == address ? $0 : nil } ?? open(address, isKept: isRemembered)
        prepared = nil
        let flow = FeedFlow(
            server, window: window, language: language, now: now, report: report,
            onFirstPictures: { [logger] in logger.info("the first pictures are on the screen") })
        self.flow = flow
        flow.keepsImagesOffline = settings.keepsImagesOffline
        flow.start()
        addressScreen = nil
        if isRemembered {
            settings.address = address.displayText
            settingsFile.save(settings)
        }
    }

    private func open(_ address: ServerAddress, isKept: Bool = true) -> OpenServer {
        let folder =
            options.cacheDir.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? CacheLocation.folder(environment: environment)
        return OpenServer(
            address, pictureSize: FeedImageSize(width: settings.pictureWidth, height: settings.pictureHeight),
            in: UseCases.Surroundings(
                cacheFolder: folder, isKept: isKept, network: networkSettings, now: now, report: report,
                trace: trace))
    }

    private func askForAddress() {
        guard let window else { return }
        closeFlow()
        endDemo()
        let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        let server = DemoServer(environment: environment, executable: executable)
        let screen = AddressScreen(
            address: settings.address ?? "", menu: window.menu.opaque, language: language,
            onConnect: { [weak self] in self?.show($0) },
            onDemo: server.map { server in { [weak self] in self?.showDemo(server) } })
        addressScreen = screen
        window.navigator.start(with: screen.root)
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
                self?.addressScreen?.demoFailed()
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
