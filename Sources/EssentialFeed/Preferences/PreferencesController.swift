/// Drives the preferences: saves the user's settings, measures the caches and carries out deletions that weren't
/// undone.
@MainActor
package final class PreferencesController: ScreenController {
    /// Connects the controller to the app. Synchronous closures run on the main actor.
    package struct Connections {
        /// Returns the disk usage of the caches, in total and of each server.
        package var measure: @Sendable ([RememberedServer]) async -> CacheUsage
        /// Receives the preferences after each change.
        package var save: @MainActor (Preferences) -> Void
        /// Removes the displayed server from the screen at once, because the user has removed it.
        package var leave: @MainActor () -> Void
        /// Shows a server, or asks for one if it is `nil`.
        package var show: @MainActor (RememberedServer?) -> Void
        /// Offers to undo something until ``PreferencesController/endUndo(_:)``.
        package var offerUndo: @MainActor (UndoOffer) -> Void
        /// Deletes the caches of all servers.
        package var clear: @MainActor () async -> Void
        /// Deletes everything stored for a server. The server is neither shown nor being opened when this is called.
        package var forget: @MainActor (RememberedServer) async -> Void

        /// Creates the connections.
        /// - Parameters:
        ///   - measure: Returns the disk usage of the caches, in total and of each server.
        ///   - save: Receives the preferences after each change.
        ///   - leave: Removes the displayed server from the screen.
        ///   - show: Shows a server, or asks for one if it is `nil`.
        ///   - offerUndo: Offers to undo something.
        ///   - clear: Deletes the caches of all servers.
        ///   - forget: Deletes everything stored for a server.
        package init(
            measure: @escaping @Sendable ([RememberedServer]) async -> CacheUsage,
            save: @escaping @MainActor (Preferences) -> Void, leave: @escaping @MainActor () -> Void,
            show: @escaping @MainActor (RememberedServer?) -> Void,
            offerUndo: @escaping @MainActor (UndoOffer) -> Void, clear: @escaping @MainActor () async -> Void,
            forget: @escaping @MainActor (RememberedServer) async -> Void
        ) {
            self.measure = measure
            self.save = save
            self.leave = leave
            self.show = show
            self.offerUndo = offerUndo
            self.clear = clear
            self.forget = forget
        }
    }

    private enum Work {
        case measure
    }

    /// Draws the preferences. Nothing is shown before ``appear()``.
    package weak var view: (any PreferencesView)?

    private var state: PreferencesState
    var shown: PreferencesViewModel
    private let connections: Connections
    private lazy var tasks = ScreenTasks<Work, PreferencesState.Event> { [weak self] in self?.handle($0) }
    private var deletions: [Task<Void, Never>] = []

    /// Creates the controller without measuring anything.
    /// - Parameters:
    ///   - preferences: The user's settings so far.
    ///   - language: The language of displayed texts.
    ///   - connections: Connects the controller to the app.
    package init(_ preferences: Preferences, language: Language, connections: Connections) {
        state = PreferencesState(preferences, language: language)
        shown = state.viewModel
        self.connections = connections
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

    /// Remembers the displayed server.
    package func serverShown(_ server: RememberedServer) { handle(.serverShown(server)) }

    /// Shows a server.
    package func choose(_ server: RememberedServer) { handle(.serverChosen(server)) }

    /// Removes a server and offers to undo the removal.
    package func remove(_ server: RememberedServer) { handle(.removalRequested(server)) }

    /// Sets the limit to the one at a position in the view model's limits.
    package func chooseLimit(_ position: Int) { handle(.limitChosen(position)) }

    /// Sets which images are cached for offline use, to the choice at a position in the view model's choices.
    package func chooseOffline(_ position: Int) { handle(.offlineChosen(position)) }

    /// Shows how many of these images are cached; `nil` if unknown.
    package func offlineChanged(_ status: OfflineStatus?) { handle(.offlineChanged(status)) }

    /// Turns notifications of new photos on or off.
    package func setNotifiesOfNewPhotos(_ isOn: Bool) { handle(.notifiesOfNewPhotosChanged(isOn)) }

    /// Asks the user to confirm clearing the caches.
    package func requestClearing() { handle(.clearingRequested) }

    /// Clears the caches and offers to undo that.
    package func clear() { handle(.clearingConfirmed) }

    /// Undoes the deletion that an offer belongs to.
    package func undo(_ id: UndoOffer.ID) { handle(.undoRequested(id)) }

    /// Carries out the deletion that an offer belongs to, unless the deletion was undone.
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
            tasks.run(.measure) { [measure = connections.measure] in .measured(await measure(servers)) }
        case .save(let preferences): connections.save(preferences)
        case .leave: connections.leave()
        case .show(let server): connections.show(server)
        case .askToClear(let text): view?.askToClear(text)
        case .offerUndo(let offer): connections.offerUndo(offer)
        case .clear: delete { [connections] in await connections.clear() }
        case .forget(let server): delete { [connections] in await connections.forget(server) }
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
