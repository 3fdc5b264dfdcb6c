/// Drives the preferences: saves what the person sets, measures the caches, and deletes what nobody has undone.
@MainActor
public final class PreferencesController {
    /// Connects the controller to the app. All of it runs on the main actor, unless it is asynchronous.
    public struct Connections {
        /// Returns how much the caches take, those of the servers by themselves.
        public var measure: @Sendable ([RememberedServer]) async -> CacheUsage
        /// Receives the preferences after each change.
        public var save: @MainActor (Preferences) -> Void
        /// Takes the server that is shown off the screen, at once, because it was removed.
        public var leave: @MainActor () -> Void
        /// Shows a server, or asks for one.
        public var show: @MainActor (RememberedServer?) -> Void
        /// Offers to undo something until ``PreferencesController/endUndo(_:)``.
        public var offerUndo: @MainActor (UndoOffer) -> Void
        /// Deletes the caches of all servers.
        public var clear: @MainActor () async -> Void
        /// Deletes all that is kept of a server. It is neither shown nor being opened when this is called.
        public var forget: @MainActor (RememberedServer) async -> Void

        /// Creates the connections.
        /// - Parameters:
        ///   - measure: Returns how much the caches take, those of the servers by themselves.
        ///   - save: Receives the preferences after each change.
        ///   - leave: Takes the server that is shown off the screen.
        ///   - show: Shows a server, or asks for one.
        ///   - offerUndo: Offers to undo something.
        ///   - clear: Deletes the caches of all servers.
        ///   - forget: Deletes all that is kept of a server.
        public init(
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
    public weak var view: (any PreferencesView)?

    private var state: PreferencesState
    private var shown: PreferencesViewModel
    private let connections: Connections
    private lazy var tasks = ScreenTasks<Work, PreferencesState.Event> { [weak self] in self?.handle($0) }
    private var deletions: [Task<Void, Never>] = []

    /// Creates the controller without measuring anything.
    /// - Parameters:
    ///   - preferences: What the person has set so far.
    ///   - language: The language of the texts that are shown.
    ///   - connections: What the controller needs of the app.
    public init(_ preferences: Preferences, language: Language, connections: Connections) {
        state = PreferencesState(preferences, language: language)
        shown = state.viewModel
        self.connections = connections
    }

    /// What the person has set.
    public var preferences: Preferences { state.preferences }

    /// Shows the preferences, and measures the caches.
    public func appear() {
        view?.display(state.viewModel)
        handle(.appeared)
    }

    /// Marks the server that the app shows from now on, and takes back its removal.
    /// - Parameter server: The server; `nil` if it is none to remember.
    public func serverOpened(_ server: RememberedServer?) { handle(.serverOpened(server)) }

    /// Notes which server the app is opening, so that nothing of it is deleted meanwhile.
    /// - Parameter server: The server; `nil` once it is shown, or couldn't be opened.
    public func serverOpening(_ server: RememberedServer?) { handle(.serverOpening(server)) }

    /// Remembers the server that is shown now.
    public func serverShown(_ server: RememberedServer) { handle(.serverShown(server)) }

    /// Shows a server.
    public func choose(_ server: RememberedServer) { handle(.serverChosen(server)) }

    /// Removes a server, and offers to undo that.
    public func remove(_ server: RememberedServer) { handle(.removalRequested(server)) }

    /// Sets the limit at a position of the view model's limits.
    public func chooseLimit(_ position: Int) { handle(.limitChosen(position)) }

    /// Sets whether the images of the feed are cached quietly.
    public func setKeepsImagesOffline(_ isOn: Bool) { handle(.keepsImagesOfflineChanged(isOn)) }

    /// Sets whether the desktop notifies of new photos.
    public func setNotifiesOfNewPhotos(_ isOn: Bool) { handle(.notifiesOfNewPhotosChanged(isOn)) }

    /// Asks whether the caches are to be cleared.
    public func requestClearing() { handle(.clearingRequested) }

    /// Clears the caches, and offers to undo that.
    public func clear() { handle(.clearingConfirmed) }

    /// Brings back what an offer is about.
    public func undo(_ id: UndoOffer.ID) { handle(.undoRequested(id)) }

    /// Deletes what an offer is about, unless it was undone.
    public func endUndo(_ id: UndoOffer.ID) { handle(.undoEnded(id)) }

    /// Deletes whatever could still be undone, and waits until all is deleted.
    public func end() async {
        view = nil
        handle(.ended)
        for deletion in deletions { await deletion.value }
    }

    private func handle(_ event: PreferencesState.Event) {
        for action in state.handle(event) { perform(action) }
        guard state.viewModel != shown else { return }
        shown = state.viewModel
        view?.display(shown)
    }

    private func perform(_ action: PreferencesState.Action) {
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
