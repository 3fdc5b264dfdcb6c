import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedStore
import Foundation
import GtkKit

/// The preferences: their screen and their effects on the settings and caches.
final class PreferencesFlow {
    /// Removes the current server from the screen, and stops everything that uses its stored data.
    var onLeave: (() -> Void)?
    /// Shows a server; `nil` asks for one.
    var onShow: ((RememberedServer?) -> Void)?
    /// Asks for the address of another server.
    var onAddServer: (() -> Void)?
    /// Asks for a folder of photos.
    var onChoosePhotos: (() -> Void)?
    /// Receives the preferences after each change.
    var onChange: ((Preferences) -> Void)?
    /// Returns whether a server is on the screen or being opened.
    var isOpen: ((RememberedServer) -> Bool)?
    /// Deletes the cache of the current server.
    var onClearShown: (() async -> Void)?
    /// Returns the server whose cache is open.
    var openServer: (() -> ServerAddress?)?
    /// Waits until the sessions of earlier servers are closed.
    var closeEarlierSessions: (() async -> Void)?

    private let settings: SettingsKeeper
    private let surroundings: Surroundings
    private let caches: ServerCaches
    private let removed: ForgetServer
    private weak var window: MainWindow?
    private var screen: PreferencesScreen?
    private var shown: RememberedServer?

    private lazy var controller = PreferencesController(
        settings.value.preferences, language: surroundings.language,
        caches: PreferencesController.Caches(
            measure: { [caches, report = surroundings.report] in
                await Self.usage(of: $0, in: caches, report: report)
            },
            clear: { [weak self] in await self?.clear() }, forget: { [weak self] in await self?.forget($0) })
    ) { [weak self] output in
        switch output {
        case .save(let preferences): self?.save(preferences)
        case .leave: self?.leave()
        case .show(let server): self?.onShow?(server)
        case .offerUndo(let offer): self?.offer(offer)
        }
    }

    init(settings: SettingsKeeper, signIns: SignInKeeper, places: FeedPlaces, in surroundings: Surroundings) {
        self.settings = settings
        self.surroundings = surroundings
        caches = ServerCaches(in: surroundings.cacheFolder)
        removed = ForgetServer(
            settings: settings, signIns: signIns, places: places, caches: caches, surroundings: surroundings)
    }

    /// The user's preferences.
    var preferences: Preferences { controller.preferences }

    /// Lists the servers in the menu of a window. The preferences open in the same window.
    func start(in window: MainWindow) {
        self.window = window
        display(preferences)
    }

    /// Marks the current server; `nil` for the demo.
    func serverOpened(_ server: RememberedServer?) {
        shown = server
        controller.serverOpened(server)
        display(preferences)
    }

    /// Notes the server that is being opened; `nil` once opening has ended.
    func serverOpening(_ server: RememberedServer?) { controller.serverOpening(server) }

    /// Remembers the current server.
    func serverShown(_ server: RememberedServer) { controller.serverShown(server) }

    /// Notes how many photos of the current server are saved for offline use; `nil` if the number isn't known.
    func offlineChanged(_ status: OfflineStatus?) { controller.offlineChanged(status) }

    /// Shows the preferences over the other screens.
    func show() {
        guard let window else { return }
        window.navigator.finishGoingBack()
        guard screen == nil else { return }
        let screen = PreferencesScreen(
            controller: controller, language: surroundings.language,
            onAddServer: { [weak self] in self?.onAddServer?() },
            onChoosePhotos: { [weak self] in self?.onChoosePhotos?() },
            onBack: { [weak window] in window?.navigator.goBack() })
        self.screen = screen
        window.navigator.push(screen.root) { [weak self] in self?.screensReplaced() }
        controller.appear()
    }

    /// Releases the screen after other screens have replaced it.
    func screensReplaced() { screen = nil }

    /// Completes deletions that the user could still have undone.
    func close() async { await controller.end() }

    // MARK: What follows from the preferences

    private func display(_ preferences: Preferences) {
        window?.display(preferences.servers.all, shown: shown)
    }

    private func save(_ preferences: Preferences) {
        settings.change { $0.preferences = preferences }
        display(preferences)
        onChange?(preferences)
    }

    private func leave() {
        shown = nil
        controller.offlineChanged(nil)
        onLeave?()
    }

    private func offer(_ offer: UndoOffer) {
        guard let window else { return controller.endUndo(offer.id) }
        window.showToast(
            offer.text, onUndo: { [controller] in controller.undo(offer.id) },
            onEnd: { [controller] in controller.endUndo(offer.id) })
    }

    private func clear() async {
        await closeEarlierSessions?()
        await onClearShown?()
        await delete { try await caches.deleteAll(but: openServer?()) }
    }

    private func forget(_ server: RememberedServer) async {
        await closeEarlierSessions?()
        // The user may have opened the server again in the meantime.
        guard !preferences.servers.all.contains(server), isOpen?(server) != true else { return }
        await delete {
            try await removed.forget(server)
            return []
        }
    }

    /// Deletes caches, and shows a message if that isn't possible.
    /// - Parameter work: Returns the errors of individual caches.
    private func delete(_ work: () async throws -> [StoreError]) async {
        var errors: [any Error] = []
        do {
            errors = try await work()
        } catch {
            errors = [error]
        }
        for error in errors { surroundings.report(error) }
        if !errors.isEmpty { window?.showToast(surroundings.language.cannotDelete) }
    }

    private nonisolated static func usage(
        of servers: [RememberedServer], in caches: ServerCaches, report: @Sendable (any Error) -> Void
    ) async -> CacheUsage {
        var byServer: [RememberedServer: Int] = [:]
        do {
            for server in servers {
                if case .address(let address) = server { byServer[server] = try await caches.byteCount(of: address) }
            }
            return CacheUsage(total: try await caches.byteCount(), byServer: byServer)
        } catch {
            report(error)
            return CacheUsage(total: byServer.values.reduce(0, +), byServer: byServer)
        }
    }
}
