import ArgumentParser
import CAdwaita
import CGtkKit
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedHTTP
import Foundation
import GtkKit
import ImageFormats
import ImagePipeline
import Logging

/// The application: its lifetime, its single instance per session, and its window.
///
/// ``ServerFlow`` decides which server the window shows.
final class DesktopApplication {
    private static let identifier = "org.essentialfeed.EssentialFeed"

    private let surroundings: Surroundings
    private let settings: SettingsKeeper
    private let servers: ServerFlow
    private let instance = SingleInstance(identifier: DesktopApplication.identifier)
    private var endingSignals: EndingSignals?
    private var window: MainWindow?
    private var memoryPressure: MemoryPressure?
    private var probe: FirstPicturesProbe?

    /// - Throws: ``ServerAddressError``, or `ProxySettingsError`.
    init(_ options: AppOptions, environment: [String: String]) throws {
        let address = try options.url.map { try ServerAddress($0) }
        surroundings = try Surroundings(options, environment: environment)
        settings = SettingsKeeper(
            AppSettingsFile(environment: environment, report: surroundings.report), disk: surroundings.disk)
        servers = ServerFlow(chosen: address, settings: settings, in: surroundings)
    }

    /// Runs until the last window is closed. A later start passes its command line to the first instance, which shows
    /// its window with the requested server. The later start doesn't touch the cache or the trace.
    /// - Parameter arguments: The arguments, starting with the program's name.
    /// - Returns: The exit status.
    func run(_ arguments: [String]) -> Int32 {
        // If the signal is ignored, writing past the file size limit (`ulimit -f`) fails instead of ending the program.
        signal(SIGXFSZ, SIG_IGN)
        instance.onMake = { [weak self] application in
            guard let self else { return }
            Actions.add("quit", to: application) { [weak self] in self?.quit() }
            Actions.add("show-new-photos", to: application) { [weak self] in self?.showNewPhotos(application) }
            Actions.add("about", to: application) { [weak self] in self?.showAbout() }
            // The earlier object is released first, because it restores the signals' usual effect when it ends.
            endingSignals = nil
            endingSignals = EndingSignals { [weak self] in self?.quit() }
        }
        instance.onLater = { [weak self] in self?.endingSignals = nil }
        instance.onFirst = { [servers] in servers.prepare() }
        instance.onActivate = { [weak self] in self?.show([], of: $0) }
        instance.onCommandLine = { [weak self] in self?.show($1, of: $0) }
        let status = instance.run(arguments)
        servers.leave()
        MainLoop.wait { [servers, settings] in
            await servers.close()
            await settings.finish()
        }
        return status
    }

    /// Shows what a start of the app requests. The first start is this instance's own.
    private func show(_ arguments: [String], of application: UnsafeMutableRawPointer) {
        guard let window else { return makeWindow(application) }
        do {
            if let url = try AppOptions.parse(arguments).url { servers.show(try ServerAddress(url)) }
        } catch {
            // The start that sent the arguments has already validated them and reported errors.
            surroundings.report(error)
        }
        window.present()
    }

    private func makeWindow(_ application: UnsafeMutableRawPointer) {
        Shortcuts.set(for: application)
        let window = MainWindow(
            application: application, language: surroundings.language,
            frame: WindowFrame(
                width: settings.value.width, height: settings.value.height, isMaximized: settings.value.isMaximized,
                isFullScreen: settings.value.isFullScreen))
        self.window = window
        window.addAction("refresh") { [servers] in servers.refresh() }
        window.addAction("change-server") { [servers] in servers.askForAddress(of: servers.shown) }
        window.addAction("add-server") { [servers] in servers.askForAddress() }
        window.addAction("preferences") { [servers] in servers.showPreferences() }
        window.addServerAction { [servers] in servers.show($0) }
        window.onActiveChange = { [weak self, servers] isActive in
            servers.foregroundChanged(isActive)
            if !isActive, self?.instance.isEnding == false { self?.remember() }
        }
        window.onClose = { [weak self] in
            self?.instance.isEnding = true
            self?.remember()
        }
        let notification = DesktopNotification(
            of: application, identifier: "new-photos", action: "app.show-new-photos")
        servers.onNotice = { [language = surroundings.language] notice in
            if let notice { notification.send(notice.text(in: language)) } else { notification.withdraw() }
        }
        window.onBackFromFirstScreen = { [servers] in servers.cancelAddress() }
        servers.start(in: window)
        window.present()
        if surroundings.logger.logLevel <= .info { probe = firstPicturesProbe(window) }
        // Work that the first frame doesn't need is done after it.
        MainLoop.afterLayout { [weak self] in self?.watchSystem() }
    }

    private func firstPicturesProbe(_ window: MainWindow) -> FirstPicturesProbe {
        FirstPicturesProbe(window.widget) { [logger = surroundings.logger] in
            logger.info("the first pictures are on the screen")
        }
    }

    /// Saves the state of the window and the user's place for the next start.
    private func remember() {
        guard let frame = window?.frame else { return }
        servers.savePlace()
        settings.change { settings in
            settings.width = frame.width
            settings.height = frame.height
            settings.isMaximized = frame.isMaximized
            settings.isFullScreen = frame.isFullScreen
            if case .cards(let width, let scale) = servers.sizing {
                settings.pictureWidth = width
                settings.pictureScale = scale
            }
        }
        settings.saveNow()
    }

    private func watchSystem() {
        // The connection may also have returned when the window gets the focus.
        NetworkMonitor.onAvailable { [servers] in servers.connectionMayHaveReturned() }
        SystemSleep.onWake { [servers] in servers.connectionMayHaveReturned() }
        NetworkMonitor.onChange { [servers] in servers.networkChanged(mayBeUsed: NetworkMonitor.isFree) }
        servers.networkChanged(mayBeUsed: NetworkMonitor.isFree)
        memoryPressure = MemoryPressure { [servers, surroundings] isOn in
            surroundings.logger.info(isOn ? "memory is short" : "memory is no longer short")
            servers.memoryPressure(isOn)
        }
    }

    /// Shows the window with the photos that the notification announced.
    private func showNewPhotos(_ application: UnsafeMutableRawPointer) {
        guard !instance.isEnding else { return }
        show([], of: application)
        servers.showNewest()
    }

    private func quit() {
        instance.isEnding = true
        guard let window else { return instance.quit() }
        gtk_window_close(window.widget.window)
    }

    private func showAbout() {
        guard let window else { return }
        AboutWindow.present(over: window, version: Version.current, language: surroundings.language)
    }
}
