import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedStore
import GtkKit

/// The preferences: their window and their effects on the settings and caches.
final class PreferencesFlow {
    struct Actions {
        let show: (RememberedServer?) -> Void
        let addServer: () -> Void
        let clearOpen: () async -> Void
    }

    private let app: AppComposition
    private let window: MainWindow
    private let actions: Actions
    private var preferences: PreferencesWindow?

    private lazy var controller = PreferencesController(
        app.model.state.settings.preferences, language: app.environment.language,
        caches: PreferencesController.Caches(
            measure: { [data = app.data] in await data.usage(of: $0) },
            clear: { [weak self] in await self?.clear() }, forget: { [weak self] in await self?.forget($0) })
    ) { [weak self] output in
        guard let self else { return }
        switch output {
        case .save(let preferences): app.model.changeSettings { $0.preferences = preferences }
        case .leave: app.model.send(.left)
        case .show(let server): actions.show(server)
        case .offerUndo(let removed): offer(removed)
        }
    }

    init(in window: MainWindow, of app: AppComposition, actions: Actions) {
        (self.app, self.window, self.actions) = (app, window, actions)
        app.model.observe(self) { $0.stateChanged(from: $1, to: $2) }
        // The first server may have been opened before the window.
        stateChanged(from: AppState(app.model.state.settings), to: app.model.state)
        display(app.model.state)
    }

    func show() {
        guard preferences == nil else { return }
        let model = app.model
        let preferences = PreferencesWindow(
            controller: controller, style: model.state.settings.feedStyle, language: app.environment.language)
        preferences.onStyle = { style in model.changeSettings { $0.feedStyle = style } }
        preferences.onAddServer = actions.addServer
        preferences.onClose = { [weak self] in self?.preferences = nil }
        self.preferences = preferences
        controller.appear()
        preferences.present(over: window.widget)
    }

    /// Completes deletions that the user could still have undone.
    func close() async { await controller.end() }

    private func stateChanged(from old: AppState, to new: AppState) {
        let isReplaced = new.open?.number != old.open?.number
        if isReplaced { controller.serverOpened(new.open?.saved) }
        if let open = new.open, open.isRemembered, isReplaced || old.open?.isRemembered == false {
            open.saved.map(controller.serverShown)
        }
        // After the display changes, because the data of a folder that is neither shown nor being opened may be
        // deleted.
        if new.opening?.number != old.opening?.number { controller.serverOpening(new.opening?.saved) }
        if new.offline != old.offline { controller.offlineChanged(new.offline) }
        let hasOtherNames = new.settings.serverNames != old.settings.serverNames
        let hasOtherServers = hasOtherNames || new.settings.servers != old.settings.servers
        if isReplaced || hasOtherServers || new.newImages != old.newImages { display(new) }
    }

    private func display(_ state: AppState) {
        window.display(state.settings.preferences.servers, shown: state.open?.saved, newImages: state.newImages)
    }

    private func offer(_ offer: UndoOffer) {
        // A dialog over the preferences may still be closing, and would end with them.
        MainLoop.afterLayout { [weak self] in self?.preferences?.close() }
        window.showToast(
            offer.text, onUndo: { [controller] in controller.undo(offer.id) },
            onEnd: { [controller] in controller.endUndo(offer.id) })
    }

    private func clear() async {
        await app.tasks.finish()
        await actions.clearOpen()
        await delete { try await app.data.clear() }
    }

    private func forget(_ server: RememberedServer) async {
        await app.tasks.finish()
        // The user may have opened the server again in the meantime.
        let state = app.model.state
        guard !state.settings.preferences.servers.all.contains(server), !state.isInUse(server) else { return }
        await delete {
            try await app.data.forget(server)
            return []
        }
    }

    /// The work returns the errors of single caches.
    private func delete(_ work: () async throws -> [StoreError]) async {
        var errors: [any Error] = []
        do { errors = try await work() } catch { errors = [error] }
        for error in errors { app.environment.report(error) }
        if !errors.isEmpty { window.showToast(app.environment.language.text(.cannotDelete)) }
    }
}
