import Foundation

/// What the preferences show and do: each event changes the view model and returns actions.
///
/// What a person removes or clears is deleted only once nobody can undo it any more. Runs no tasks;
/// ``PreferencesController`` does that for it.
package struct PreferencesState {
    /// Something that happened to the preferences.
    package enum Event: Sendable {
        /// The preferences are on the screen.
        case appeared
        case measured(CacheUsage)
        /// The app shows a server from now on, which may still be loading; `nil` if it is none to remember.
        case serverOpened(RememberedServer?)
        /// The app opens a server that isn't on the screen yet; `nil` once it is, or can't be opened.
        case serverOpening(RememberedServer?)
        /// A server that is to be remembered is on the screen.
        case serverShown(RememberedServer)
        /// The person wants to see a server.
        case serverChosen(RememberedServer)
        case removalRequested(RememberedServer)
        /// The person chose the limit at a position of the view model's limits.
        case limitChosen(Int)
        case keepsImagesOfflineChanged(Bool)
        case notifiesOfNewPhotosChanged(Bool)
        case clearingRequested
        case clearingConfirmed
        case undoRequested(UndoOffer.ID)
        /// Nobody can accept the offer any more.
        case undoEnded(UndoOffer.ID)
        /// A deletion has ended.
        case deleted
        /// The app ends.
        case ended
    }

    /// Something to do, before the view model is shown.
    package enum Action: Hashable, Sendable {
        case measure([RememberedServer])
        case save(Preferences)
        /// Takes the server that is shown off the screen, so that nothing uses what is kept of it.
        case leave
        /// Shows a server, or asks for one if there is none.
        case show(RememberedServer?)
        case askToClear(String)
        case offerUndo(UndoOffer)
        /// Deletes the caches of all servers.
        case clear
        /// Deletes a server's cache, and its name and password.
        case forget(RememberedServer)
    }

    private enum Pending {
        case removal(RememberedServers.Removal, wasShown: Bool)
        case clearing

        /// The server whose removal can be undone.
        var removed: RememberedServer? {
            if case .removal(let removal, _) = self { removal.server } else { nil }
        }
    }

    /// The limits that are offered, in bytes.
    package static let limits = [100, 250, 500, 1_000, 2_000, 5_000, 10_000].map { $0 * 1_000_000 }

    /// What the screen shows.
    package private(set) var viewModel = PreferencesViewModel()
    /// What the person has set.
    package private(set) var preferences: Preferences

    private let language: Language
    private let limits: [Int]
    private var usage: CacheUsage?
    /// The server on the screen.
    private var shown: RememberedServer?
    /// What can still be undone.
    private var pending: [UndoOffer.ID: Pending] = [:]
    /// The server that is being opened. What is kept of it stays until it has been opened or not.
    private var opening: RememberedServer?
    /// What can't be undone any more, but is of a server that is being opened.
    private var overdue: Set<UndoOffer.ID> = []
    private var offers = 0

    /// - Parameter language: The language of the texts that are shown.
    package init(_ preferences: Preferences, language: Language) {
        self.preferences = preferences
        self.language = language
        shown = preferences.servers.current
        limits = Set(Self.limits + [preferences.imageLimit]).sorted()
        update()
    }

    /// Changes the view model by an event.
    /// - Returns: What is to be done, in order.
    package mutating func handle(_ event: Event) -> [Action] {
        let old = preferences
        var actions = change(by: event)
        if preferences != old { actions.insert(.save(preferences), at: 0) }
        update()
        return actions
    }

    private mutating func change(by event: Event) -> [Action] {
        switch event {
        case .appeared, .deleted: return [.measure(preferences.servers.all)]
        case .measured(let usage): self.usage = usage
        case .serverOpened(let server):
            shown = server
            if let server { keep(server) }
        case .serverOpening(let server):
            opening = server
            return deleteOverdue()
        case .serverShown(let server):
            shown = server
            preferences.servers.show(server)
            keep(server)
        case .serverChosen(let server): return [.show(server)]
        case .removalRequested(let server): return remove(server)
        case .limitChosen(let position):
            if limits.indices.contains(position) { preferences.imageLimit = limits[position] }
        case .keepsImagesOfflineChanged(let isOn): preferences.keepsImagesOffline = isOn
        case .notifiesOfNewPhotosChanged(let isOn): preferences.notifiesOfNewPhotos = isOn
        case .clearingRequested:
            return viewModel.canClear ? [.askToClear(text(.clearQuestion, byteCount(usage?.total)))] : []
        case .clearingConfirmed:
            guard viewModel.canClear else { return [] }
            return [offer(.clearing, text(.cleared, byteCount(usage?.total)))]
        case .undoRequested(let id): return undo(id)
        case .undoEnded(let id):
            guard pending[id] != nil else { return [] }
            overdue.insert(id)
            return deleteOverdue()
        case .ended:
            let all = pending.sorted { $0.key < $1.key }.map(\.value)
            pending = [:]
            return all.map(deletion)
        }
        return []
    }

    /// Takes back the removal of a server: whoever opens it again wants to have it.
    private mutating func keep(_ server: RememberedServer) {
        pending = pending.filter { $1.removed != server }
    }

    /// Deletes what can't be undone any more, unless it is of a server that is being opened.
    private mutating func deleteOverdue() -> [Action] {
        overdue.formIntersection(pending.keys)
        let due = overdue.sorted().filter { opening == nil || pending[$0]?.removed != opening }
        overdue.subtract(due)
        return due.compactMap { pending.removeValue(forKey: $0) }.map(deletion)
    }

    private mutating func remove(_ server: RememberedServer) -> [Action] {
        guard let removal = preferences.servers.remove(server) else { return [] }
        let text =
            switch server {
            case .folder: text(.folderRemoved, server.name)
            case .address: text(.serverRemoved, server.name, byteCount(usage?.byServer[server]))
            }
        let wasShown = server == shown
        let offer = offer(.removal(removal, wasShown: wasShown), text)
        if wasShown { shown = nil }
        let isReplaced = wasShown || removal.wasCurrent
        return (wasShown ? [.leave] : []) + (isReplaced ? [.show(preferences.servers.current)] : []) + [offer]
    }

    private mutating func offer(_ pending: Pending, _ text: String) -> Action {
        offers += 1
        self.pending[offers] = pending
        return .offerUndo(UndoOffer(id: offers, text: text))
    }

    private mutating func undo(_ id: UndoOffer.ID) -> [Action] {
        guard case .removal(let removal, let wasShown) = pending.removeValue(forKey: id) else { return [] }
        preferences.servers.restore(removal)
        return wasShown || removal.wasCurrent ? [.show(removal.server)] : []
    }

    private func deletion(_ pending: Pending) -> Action {
        switch pending {
        case .removal(let removal, _): .forget(removal.server)
        case .clearing: .clear
        }
    }

    // MARK: What is shown

    private mutating func update() {
        viewModel.servers = preferences.servers.all.map { server in
            PreferencesViewModel.Row(
                server: server, name: server.name, detail: detail(of: server),
                isCurrent: server == shown)
        }
        viewModel.usage = usage.map {
            text(.usage, byteCount($0.total), byteCount(preferences.imageLimit))
        }
        viewModel.limits = limits.map(byteCount)
        viewModel.limit = limits.firstIndex(of: preferences.imageLimit) ?? 0
        viewModel.keepsImagesOffline = preferences.keepsImagesOffline
        viewModel.notifiesOfNewPhotos = preferences.notifiesOfNewPhotos
        let isClearing = pending.values.contains { if case .clearing = $0 { true } else { false } }
        viewModel.canClear = (usage?.total ?? 0) > 0 && !isClearing
    }

    private func detail(of server: RememberedServer) -> String {
        let place: String? =
            switch server {
            case .folder(let url): url.path(percentEncoded: false)
            case .address:
                usage?.byServer[server].flatMap { $0 > 0 ? text(.savedOnDisk, byteCount($0)) : nil }
            }
        let isCurrent = server == shown
        return [isCurrent ? text(.shownNow) : nil, place].compactMap(\.self).joined(separator: " · ")
    }

    private func byteCount(_ bytes: Int?) -> String {
        ByteCount.text(bytes ?? 0, in: language)
    }

    private func text(_ string: PreferencesStrings, _ arguments: String...) -> String {
        PreferencesStrings.table.text(string, in: language, arguments)
    }
}
