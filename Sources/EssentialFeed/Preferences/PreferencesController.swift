/// Everything that the preferences show.
package struct PreferencesViewModel: Hashable, Sendable {
    /// A server in the list.
    package struct Row: Hashable, Sendable {
        package let server: RememberedServer
        /// The server's display name.
        package let name: String
        /// Whether the server is shown now, and how much of it is saved.
        package let detail: String
        /// Whether the server is shown now.
        package let isCurrent: Bool
    }

    /// The servers, in the order in which they were added.
    package var servers: [Row] = []
    /// The disk usage; `nil` until measured.
    package var usage: String?
    /// The available cache limits, as texts.
    package var limits: [String] = []
    package var limit = 0
    /// The available choices of images to cache for offline use, as texts.
    package var offlineChoices: [String] = []
    package var offlineChoice = 0
    /// How many images of the current choice are cached, as a text; `nil` if unknown.
    package var offlineStatus: String?
    package var notifiesOfNewPhotos = false
    package var canClear = false

    /// Creates the view model of empty preferences.
    package init() {}
}

/// Draws the preferences.
@MainActor
package protocol PreferencesView: AnyObject {
    /// Draws the view model. Called after each change, on the main actor.
    func display(_ viewModel: PreferencesViewModel)

    /// Asks the user to confirm clearing the caches, and then calls ``PreferencesController/clear()``.
    /// - Parameter text: What clearing deletes and how much disk space it frees.
    func askToClear(_ text: String)
}

/// Drives the preferences: saves the user's settings, measures the caches and carries out deletions that weren't
/// undone.
@MainActor
package final class PreferencesController: ScreenController {
    /// The caches of the servers.
    package struct Caches {
        let measure: @Sendable ([RememberedServer]) async -> CacheUsage
        let clear: @MainActor () async -> Void
        let forget: @MainActor (RememberedServer) async -> Void

        /// Connects the controller to the caches.
        /// - Parameters:
        ///   - measure: Returns the disk usage of the caches, in total and of each server.
        ///   - clear: Deletes the caches of all servers.
        ///   - forget: Deletes everything stored for a server. The server is neither shown nor being opened when this
        ///     is called.
        package init(
            measure: @escaping @Sendable ([RememberedServer]) async -> CacheUsage,
            clear: @escaping @MainActor () async -> Void, forget: @escaping @MainActor (RememberedServer) async -> Void
        ) {
            self.measure = measure
            self.clear = clear
            self.forget = forget
        }
    }

    /// Something that the app does for the preferences.
    package enum Output: Sendable {
        /// Saves the preferences after a change.
        case save(Preferences)
        /// Removes the displayed server from the screen at once, because the user has removed it.
        case leave
        /// Shows a server, or asks for one if it is `nil`.
        case show(RememberedServer?)
        /// Offers to undo something until ``PreferencesController/endUndo(_:)``.
        case offerUndo(UndoOffer)
    }

    private enum Work { case measure }

    /// Draws the preferences. Nothing is shown before ``appear()``.
    package weak var view: (any PreferencesView)?

    private var state: PreferencesState
    var shown: PreferencesViewModel
    private let caches: Caches
    private let output: @MainActor (Output) -> Void
    private lazy var tasks = ScreenTasks<Work, PreferencesState.Event> { [weak self] in self?.handle($0) }
    private var deletions: [Task<Void, Never>] = []

    /// Creates the controller without measuring anything.
    /// - Parameters:
    ///   - preferences: The user's settings so far.
    ///   - output: Receives what the app has to do.
    package init(
        _ preferences: Preferences, language: Language, caches: Caches, output: @escaping @MainActor (Output) -> Void
    ) {
        state = PreferencesState(preferences, language: language)
        shown = state.viewModel
        self.caches = caches
        self.output = output
    }

    /// The user's settings.
    package var preferences: Preferences { state.preferences }

    /// Shows the preferences and measures the caches.
    package func appear() {
        view?.display(state.viewModel)
        handle(.appeared)
    }

    /// Marks the server as the one that the app now shows, and undoes its removal.
    /// - Parameter server: The server; `nil` for one that isn't remembered.
    package func serverOpened(_ server: RememberedServer?) { handle(.serverOpened(server)) }

    /// Records which server the app is opening, so that its data isn't deleted in the meantime.
    /// - Parameter server: The server; `nil` once the server is shown or couldn't be opened.
    package func serverOpening(_ server: RememberedServer?) { handle(.serverOpening(server)) }

    package func serverShown(_ server: RememberedServer) { handle(.serverShown(server)) }

    /// Removes a server and offers to undo the removal.
    package func remove(_ server: RememberedServer) { handle(.removalRequested(server)) }

    /// Gives a server a name. An empty name restores the server's own.
    package func rename(_ server: RememberedServer, to name: String) { handle(.renamed(server, name)) }

    /// Sets the limit to the one at a position in the view model's limits.
    package func chooseLimit(_ position: Int) { handle(.limitChosen(position)) }

    /// Sets which images are cached for offline use, to the choice at a position in the view model's choices.
    package func chooseOffline(_ position: Int) { handle(.offlineChosen(position)) }

    /// Shows how many images of the current choice are cached; `nil` if unknown.
    package func offlineChanged(_ status: OfflineStatus?) { handle(.offlineChanged(status)) }

    /// Turns notifications of new photos on or off.
    package func setNotifiesOfNewPhotos(_ isOn: Bool) { handle(.notifiesOfNewPhotosChanged(isOn)) }

    /// Asks the user to confirm clearing the caches.
    package func requestClearing() { handle(.clearingRequested) }

    /// Offers to undo clearing the caches. They are cleared when the offer ends.
    package func clear() { handle(.clearingConfirmed) }

    /// Undoes the deletion that an offer belongs to.
    package func undo(_ id: UndoOffer.ID) { handle(.undoRequested(id)) }

    /// Carries out the deletion that an offer belongs to, unless the deletion was undone. A
    /// server that is being opened is deleted later.
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
