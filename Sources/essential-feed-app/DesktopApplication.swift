import ArgumentParser
import CGtkKit
import DecoderProcess
import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedStore
import Foundation
import GtkKit
import Logging

/// The application: its lifetime, its single instance per session, and its window.
final class DesktopApplication {
    private let app: AppComposition
    private let instance = SingleInstance(identifier: AboutWindow.applicationID)
    private var shown: (window: MainWindow, servers: ServerFlow)?
    private var probe: FirstPicturesProbe?
    private var newImages: NewImageCounts?

    init(_ options: AppOptions, variables: [String: String]) throws(ProgramStartError) {
        app = AppComposition(try AppEnvironment(options, variables: variables))
    }

    /// Runs until the last window is closed. A later start passes its command line to the first instance, which shows
    /// the server, and doesn't touch the cache. The arguments begin with the program's name. Returns the exit status.
    func run(_ arguments: [String]) -> Int32 {
        // If the signal is ignored, writing past the file size limit (`ulimit -f`) fails instead of ending the program.
        signal(SIGXFSZ, SIG_IGN)
        instance.onMake = { [weak self] application in
            guard let self else { return }
            Actions.add("quit", to: application) { [weak self] in self?.quit() }
            Actions.add("show-new-photos", to: application) { [weak self] in self?.showNewPhotos(application) }
            Actions.add("about", to: application) { [weak self] in self?.showAbout() }
        }
        instance.onTermination = { [weak self] in self?.quit() }
        instance.onFirst = { [app] in app.prepare() }
        instance.onActivate = { [weak self] in self?.show([], of: $0) }
        instance.onCommandLine = { [weak self] in self?.show($1, of: $0) }
        let status = instance.run(arguments)
        app.model.send(.left)
        MainLoop.wait { [app, shown, newImages] in
            await newImages?.close()
            await shown?.servers.close()
            await app.close()
        }
        return status
    }

    /// Shows what a start of the app requests. The first start is this instance's own.
    private func show(_ arguments: [String], of application: UnsafeMutableRawPointer) {
        guard let shown else { return makeWindow(application) }
        do {
            if let url = try AppOptions.parse(arguments).url { shown.servers.show(try ProgramStart.address(of: url)) }
        } catch {
            // The start that sent the arguments has already validated them and reported errors.
            app.environment.report(error)
        }
        shown.window.present()
    }

    private func makeWindow(_ application: UnsafeMutableRawPointer) {
        Shortcuts.set(for: application)
        let (model, language, settings) = (app.model, app.environment.language, app.model.state.settings)
        let window = MainWindow(
            application: application, language: language,
            frame: (settings.width, settings.height, settings.isMaximized, settings.isFullScreen))
        let notification = DesktopNotification(
            of: application, identifier: "new-photos", action: "app.show-new-photos")
        model.observe(self) { _, old, new in
            guard new.notices != old.notices else { return }
            if let notice = new.notice { notification.send(notice.text(in: language)) } else { notification.withdraw() }
        }
        let servers = ServerFlow(in: window, of: app)
        shown = (window, servers)
        window.onActiveChange = { [instance] isActive in
            model.send(.foregroundChanged(isActive))
            if !isActive, !instance.isEnding { servers.remember() }
        }
        window.onHide = { model.send(.memoryWanted) }
        window.onClose = { [instance] in
            instance.isEnding = true
            servers.remember()
        }
        window.onAppear = { [weak self, widget = window.widget, logger = app.environment.logger] in
            if logger.logLevel <= .info {
                self?.probe = FirstPicturesProbe(widget) { logger.info("the first pictures are on the screen") }
            }
            // Work that the first frame doesn't need is done after it.
            MainLoop.afterLayout { self?.watchSystem() }
        }
        if model.state.open == nil { window.present() } else { window.presentWithPhotos() }
    }

    private func watchSystem() {
        guard !instance.isEnding else { return }
        let model = app.model
        // The connection may also have returned when the window gets the focus.
        NetworkMonitor.onAvailable { model.send(.connectionMayHaveReturned) }
        SystemMemory.onShortage { model.send(.memoryWanted) }
        SystemSleep.onWake { model.send(.connectionMayHaveReturned) }
        NetworkMonitor.onChange { model.send(.networkChanged(mayBeUsed: NetworkMonitor.isUnmetered)) }
        model.send(.networkChanged(mayBeUsed: NetworkMonitor.isUnmetered))
        newImages = NewImageCounts(of: app)
        DesktopPortals.find { model.send(.portalFound($0)) }
        app.environment.removeLeftovers()
        app.tasks.add { [environment = app.environment] in await environment.deleteSharedFiles() }
    }

    private func showNewPhotos(_ application: UnsafeMutableRawPointer) {
        guard !instance.isEnding else { return }
        show([], of: application)
        shown?.servers.showNewest()
    }

    private func quit() {
        instance.isEnding = true
        guard let window = shown?.window else { return instance.quit() }
        // GTK doesn't close a window that hasn't been shown.
        window.photosArrived()
        gtk_window_close(window.widget.window)
    }

    private func showAbout() {
        guard let window = shown?.window else { return }
        AboutWindow.present(over: window, version: Version.current, language: app.environment.language)
    }
}

extension AppComposition {
    fileprivate func prepare() {
        guard case .address(let address) = environment.firstServer else { return }
        model.send(.addressChosen(address))
        prepared = model.state.open.map(session)
    }

    /// Waits until sessions, copies and decoders have ended, and the settings are written.
    func close() async {
        await tasks.finish()
        await environment.copies.finish()
        await signIns.close()
        await prepared?.close(report: environment.report)
        await environment.decoders.close()
        await model.finish()
    }
}
