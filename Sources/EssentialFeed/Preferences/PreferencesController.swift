package struct PreferencesViewModel: Hashable, Sendable {
    package struct Row: Hashable, Sendable {
        package let server: RememberedServer
        package let name: String
        /// Whether the server is shown now, and how much of it is saved.
        package let detail: String
        package let isCurrent: Bool
    }

    package var servers: [Row] = []
    package var usage: String?
    package var limits: [String] = []
    package var limit = 0
    package var offlineChoices: [String] = []
    package var offlineChoice = 0
    package var offlineStatus: String?
    package var notifiesOfNewPhotos = false
    package var canClear = false

    package init() {}
}

@MainActor
package protocol PreferencesView: AnyObject {
    func display(_ viewModel: PreferencesViewModel)

    /// Asks the user to confirm clearing the caches, and then calls ``PreferencesController/clear()``.
    /// - Parameter text: What clearing deletes and how much disk space it frees.
    func askToClear(_ text: String)
}

/// Drives the preferences: saves the user's settings, measures the caches and carries out deletions that weren't
/// undone.
@MainActor
package final class PreferencesController: ScreenController {
    package struct Caches {
        let measure: @Sendable ([RememberedServer]) async -> CacheUsage?
        let clear: @MainActor () async -> Void
        let forget: @MainActor (RememberedServer) async -> Void

        package init(
            measure: @escaping @Sendable ([RememberedServer]) async -> CacheUsage?,
            clear: @escaping @MainActor () async -> Void, forget: @escaping @MainActor (RememberedServer) async -> Void
        ) {
            self.measure = measure
            self.clear = clear
            self.forget = forget
        }
    }

    package enum Output: Sendable {
        case save(Preferences)
        /// Removes the displayed server from the screen at once, because the user has removed it.
        case leave
        /// Shows a server, or asks for one if it is `nil`.
        case show(RememberedServer?)
        /// Offers to undo something until ``PreferencesController/endUndo(_:)``.
        case offerUndo(UndoOffer)
    }

    private enum Work { case measure }

    package weak var view: (any PreferencesView)?
    private var state: PreferencesState
    private let caches: Caches
    private let output: @MainActor (Output) -> Void
    private lazy var tasks = ScreenTasks<Work, PreferencesState.Event> { [weak self] in self?.handle($0) }
    private var deletions: [Task<Void, Never>] = []

    package init(
        _ preferences: Preferences, language: Language, caches: Caches, output: @escaping @MainActor (Output) -> Void
    ) {
        state = PreferencesState(preferences, language: language)
        self.caches = caches
        self.output = output
    }

    package var preferences: Preferences { state.preferences }

    package func appear() {
        view?.display(state.viewModel)
        handle(.appeared)
    }

    /// Marks the server as the one shown now, and undoes its removal.
    /// - Parameter server: The server; `nil` for one that isn't remembered.
    package func serverOpened(_ server: RememberedServer?) { handle(.serverOpened(server)) }

    /// Records the server being opened, to keep its data.
    /// - Parameter server: The server; `nil` once the server is shown or couldn't be opened.
    package func serverOpening(_ server: RememberedServer?) { handle(.serverOpening(server)) }

    package func serverShown(_ server: RememberedServer) { handle(.serverShown(server)) }
    package func remove(_ server: RememberedServer) { handle(.removalRequested(server)) }
    package func rename(_ server: RememberedServer, to name: String) { handle(.renamed(server, name)) }
    package func chooseLimit(_ position: Int) { handle(.limitChosen(position)) }
    package func chooseOffline(_ position: Int) { handle(.offlineChosen(position)) }
    package func offlineChanged(_ status: OfflineStatus?) { handle(.offlineChanged(status)) }
    package func setNotifiesOfNewPhotos(_ isOn: Bool) { handle(.notifiesOfNewPhotosChanged(isOn)) }
    package func requestClearing() { handle(.clearingRequested) }

    /// Offers to undo clearing the caches. They are cleared when the offer ends.
    package func clear() { handle(.clearingConfirmed) }

    package func undo(_ id: UndoOffer.ID) { handle(.undoRequested(id)) }

    /// Carries out the deletion of an offer, unless the deletion was undone. A server being opened is deleted later.
    package func endUndo(_ id: UndoOffer.ID) { handle(.undoEnded(id)) }

    /// Carries out all deletions that could still be undone, and waits until they are finished.
    package func end() async {
        view = nil
        handle(.ended)
        for deletion in deletions { await deletion.value }
    }

    var viewModel: PreferencesViewModel { state.viewModel }

    func change(after event: PreferencesState.Event) -> [PreferencesState.Action] { state.handle(event) }

    func draw(_ viewModel: PreferencesViewModel) { view?.display(viewModel) }

    func perform(_ action: PreferencesState.Action) {
        switch action {
        case .measure(let servers):
            guard view != nil else { return }
            tasks.cancel(.measure)
            tasks.run(.measure) { [measure = caches.measure] in .measured(await measure(servers)) }
        case .save(let preferences): output(.save(preferences))
        case .leave: output(.leave)
        case .show(let server): output(.show(server))
        case .askToClear(let text): view?.askToClear(text)
        case .offerUndo(let offer): output(.offerUndo(offer))
        case .clear: delete { [caches] in await caches.clear() }
        case .forget(let server): delete { [caches] in await caches.forget(server) }
        }
    }

    private func delete(_ work: @escaping @MainActor () async -> Void) {
        deletions.append(
            Task { [weak self] in
                await work()
                self?.handle(.deleted)
            })
    }
}
