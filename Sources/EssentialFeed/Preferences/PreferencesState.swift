import Foundation

/// The state and behavior of the preferences: each event changes the view model and returns actions.
///
/// Servers removed and caches cleared by the user are deleted only once the undo offer has ended. Runs no tasks;
/// ``PreferencesController`` does that.
package struct PreferencesState {
    package enum Event: Sendable {
        case appeared
        /// `nil` if the disk can't be read.
        case measured(CacheUsage?)
        case serverOpened(RememberedServer?)
        case serverOpening(RememberedServer?)
        /// A server to remember is on the screen.
        case serverShown(RememberedServer)
        case removalRequested(RememberedServer)
        case renamed(RememberedServer, String)
        case limitChosen(Int)
        case offlineChosen(Int)
        case offlineChanged(OfflineStatus?)
        case notifiesOfNewPhotosChanged(Bool)
        case clearingRequested
        case clearingConfirmed
        case undoRequested(UndoOffer.ID)
        case undoEnded(UndoOffer.ID)
        case deleted
        case ended
    }

    package enum Action: Hashable, Sendable {
        case measure([RememberedServer])
        case save(Preferences)
        /// Removes the displayed server from the screen, which releases its stored data.
        case leave
        case show(RememberedServer?)
        case askToClear(String)
        case offerUndo(UndoOffer)
        case clear
        /// Deletes a server's cache, name and password.
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

    /// The offered limits, in bytes.
    package static let limits = [100, 250, 500, 1_000, 2_000, 5_000, 10_000].map { $0 * 1_000_000 }

    package private(set) var viewModel = PreferencesViewModel()
    package private(set) var preferences: Preferences
    private let language: Language
    private let limits: [Int]
    private var usage: CacheUsage?
    private var offline: OfflineStatus?
    private var shown: RememberedServer?
    private var pending: [UndoOffer.ID: Pending] = [:]
    /// The server being opened. Its data isn't deleted until opening has finished.
    private var opening: RememberedServer?
    private var overdue: Set<UndoOffer.ID> = []
    private var offers = 0

    package init(_ preferences: Preferences, language: Language) {
        self.preferences = preferences
        self.language = language
        shown = preferences.servers.current
        limits = Set(Self.limits + [preferences.imageLimit]).sorted()
        update()
    }

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
        case .removalRequested(let server): return remove(server)
        case .renamed(let server, let name): preferences.servers.rename(server, to: name)
        case .limitChosen(let position):
            if limits.indices.contains(position) { preferences.imageLimit = limits[position] }
        case .offlineChosen(let position):
            let choices = OfflineChoice.allCases
            if choices.indices.contains(position) { preferences.offlineChoice = choices[position] }
        case .offlineChanged(let status):
            let wasSaving = offline?.phase == .saving
            offline = status
            return wasSaving && status?.phase != .saving ? [.measure(preferences.servers.all)] : []
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

    private mutating func keep(_ server: RememberedServer) {
        pending = pending.filter { $1.removed != server }
    }

    /// Carries out deletions that can no longer be undone, except for a server being opened.
    private mutating func deleteOverdue() -> [Action] {
        overdue.formIntersection(pending.keys)
        let due = overdue.sorted().filter { opening == nil || pending[$0]?.removed != opening }
        overdue.subtract(due)
        return due.compactMap { pending.removeValue(forKey: $0) }.map(deletion)
    }

    private mutating func remove(_ server: RememberedServer) -> [Action] {
        let name = preferences.servers.name(of: server)
        guard let removal = preferences.servers.remove(server) else { return [] }
        let text =
            switch server {
            case .folder: text(.folderRemoved, name)
            case .address:
                switch usage?.byServer[server] {
                case 0?: text(.serverRemovedWithPassword, name)
                case let bytes?: text(.serverRemoved, name, byteCount(bytes))
                case nil: text(.serverRemovedWithAll, name)
                }
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

    // MARK: The view model

    private mutating func update() {
        viewModel.servers = preferences.servers.all.map { server in
            PreferencesViewModel.Row(
                server: server, name: preferences.servers.name(of: server), detail: detail(of: server),
                isCurrent: server == shown)
        }
        viewModel.usage = usage.map {
            text(.usage, byteCount($0.total), byteCount(preferences.imageLimit))
        }
        viewModel.limits = limits.map(byteCount)
        viewModel.limit = limits.firstIndex(of: preferences.imageLimit) ?? 0
        viewModel.offlineChoices = OfflineChoice.allCases.map { text(Self.name(of: $0)) }
        viewModel.offlineChoice = OfflineChoice.allCases.firstIndex(of: preferences.offlineChoice) ?? 0
        viewModel.offlineStatus = offline.map(text)
        viewModel.notifiesOfNewPhotos = preferences.notifiesOfNewPhotos
        let isClearing = pending.values.contains { if case .clearing = $0 { true } else { false } }
        viewModel.canClear = (usage?.total ?? 0) > 0 && !isClearing
    }

    private func detail(of server: RememberedServer) -> String {
        let place: String? =
            switch server {
            case .folder(let url): url.path(percentEncoded: false)
            case .address:
                savedBytes(of: server).map { text(.savedOnDisk, byteCount($0)) }
            }
        let isCurrent = server == shown
        return [isCurrent ? text(.shownNow) : nil, place].compactMap(\.self).joined(separator: " · ")
    }

    private static func name(of choice: OfflineChoice) -> PreferencesStrings {
        switch choice {
        case .off: .offlineOff
        case .newest50: .offlineNewest50
        case .newest200: .offlineNewest200
        case .all: .offlineAll
        }
    }

    func text(_ status: OfflineStatus) -> String {
        let (saved, total) = (String(status.images.saved), String(status.images.total))
        if status.phase == .saving { return text(.offlineSaving, total, saved) }
        let isComplete = status.images.saved == status.images.total
        if isComplete, let bytes = shown.flatMap(savedBytes(of:)) {
            return text(.offlineSaved, saved, byteCount(bytes))
        }
        let partly = text(.offlinePartlySaved, total, saved)
        if status.images.isLimited { return partly + " " + text(.offlineLimited) }
        return status.phase == .paused && !isComplete ? partly + " " + text(.offlinePaused) : partly
    }

    /// Returns the size of a server's cache on the disk; `nil` if it is unknown or there is none.
    private func savedBytes(of server: RememberedServer) -> Int? {
        usage?.byServer[server].flatMap { $0 > 0 ? $0 : nil }
    }

    private func byteCount(_ bytes: Int?) -> String { ByteCount.text(bytes ?? 0, in: language) }

    func text(_ string: PreferencesStrings, _ arguments: String...) -> String {
        language.text(string.rawValue, arguments)
    }
}
