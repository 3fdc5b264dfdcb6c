import EssentialFeedComposition

/// Owns the state, saves the settings, and passes each change on to its observers.
final class AppModel {
    private struct Observer {
        weak var owner: AnyObject?
        let change: (_ old: AppState, _ new: AppState) -> Void
    }

    private(set) var state: AppState
    private let settings: SettingsKeeper
    private var observers: [Observer] = []
    private var changes: [(old: AppState, new: AppState)] = []

    init(_ settings: SettingsKeeper) {
        self.settings = settings
        state = AppState(settings.value)
    }

    /// Receives each later change, until the owner ends. The owner isn't retained.
    func observe<Owner: AnyObject>(
        _ owner: Owner, _ change: @escaping (Owner, _ old: AppState, _ new: AppState) -> Void
    ) {
        observers.append(
            Observer(owner: owner) { [weak owner] old, new in
                if let owner { change(owner, old, new) }
            })
    }

    /// Passes a value on now, and after each change while the server is on the screen. The owner isn't retained.
    func follow<Owner: AnyObject, Value: Equatable>(
        _ value: KeyPath<AppState, Value>, of server: OpenServer, by owner: Owner,
        _ use: @escaping (Owner, Value) -> Void
    ) {
        use(owner, state[keyPath: value])
        observe(owner) { owner, old, new in
            guard new.open?.number == server.number, new[keyPath: value] != old[keyPath: value] else { return }
            use(owner, new[keyPath: value])
        }
    }

    /// Whether no other server has replaced this one.
    func isOpen(_ server: OpenServer) -> Bool { state.open?.number == server.number }

    /// Handles an event of a server, unless another one has replaced it.
    func send(_ event: AppState.Event, from server: OpenServer) { if isOpen(server) { send(event) } }

    func send(_ event: AppState.Event) {
        let isFrequent = if case .seen = event { true } else { false }
        change(save: isFrequent ? settings.changeOften : settings.change) { $0.handle(event) }
    }

    func changeSettings(_ change: (inout AppSettings) -> Void) {
        self.change(save: settings.change) { change(&$0.settings) }
    }

    func saveNow() { settings.saveNow() }
    func finish() async { await settings.finish() }

    private func change(save: ((inout AppSettings) -> Void) -> Void, _ change: (inout AppState) -> Void) {
        let old = state
        var new = old
        change(&new)
        guard new != old else { return }
        state = new
        save { $0 = new.settings }
        // If an observer causes a change, all observers first get the change before it.
        changes.append((old, new))
        guard changes.count == 1 else { return }
        while let (old, new) = changes.first {
            observers.removeAll { $0.owner == nil }
            for observer in observers { observer.change(old, new) }
            changes.removeFirst()
        }
    }
}

final class TaskBag {
    private var tasks: [Int: Task<Void, Never>] = [:]
    private var count = 0

    func add(_ work: @escaping @MainActor () async -> Void) {
        count += 1
        tasks[count] = Task { [weak self, count] in
            await work()
            self?.tasks[count] = nil
        }
    }

    func finish() async { for task in Array(tasks.values) { await task.value } }
}
