/// Decides when the newest images are cached for offline use: after each load of the feed from the server, while the
/// network may be used.
///
/// Runs no tasks; ``OfflineSavingController`` does that.
package struct OfflineSavingState {
    /// Something that happened to the feed, the network or the images.
    package enum Event: Sendable {
        case chosen(OfflineChoice)
        /// The first page of the feed was loaded from the server, or else from the cache.
        case feedLoaded(isRemote: Bool)
        case networkChanged(mayBeUsed: Bool)
        /// The cache limit was changed, or the cache was cleared.
        case roomChanged
        case progressed(SavedImages)
        /// The work has ended; `nil` if it failed.
        case ended(SavedImages?)
    }

    /// An action that replaces the running one.
    package enum Action: Hashable, Sendable {
        /// Caches the newest images, or all of them for `nil`.
        case save(newest: Int?)
        /// Counts how many of them are cached, without using the network.
        case count(newest: Int?)
        case cancel
    }

    /// The status shown to the user; `nil` if unknown or if no images are wanted.
    package private(set) var status: OfflineStatus?

    private var choice: OfflineChoice
    private var mayUseNetwork = true
    private var hasFeed = false
    private var isOnline = false
    private var running: Action?
    /// Whether the feed has been reloaded since the running work began.
    private var isDue = false

    package init(_ choice: OfflineChoice) {
        self.choice = choice
    }

    /// Updates the status after an event.
    /// - Returns: The actions to perform, in order.
    package mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .chosen(let choice):
            guard choice != self.choice else { return [] }
            self.choice = choice
            status = nil
            return begin()
        case .feedLoaded(let isRemote):
            (hasFeed, isOnline) = (true, isRemote)
            if case .save = running {
                isDue = isRemote
                return []
            }
            return begin()
        case .networkChanged(let mayBeUsed):
            guard mayBeUsed != mayUseNetwork else { return [] }
            mayUseNetwork = mayBeUsed
            return begin()
        case .roomChanged: return begin()
        case .progressed(let images): status = OfflineStatus(images: images, phase: phase)
        case .ended(let images):
            running = nil
            status = (images ?? status?.images).map { OfflineStatus(images: $0, phase: phase) }
            return isDue ? begin() : []
        }
        return []
    }

    private var phase: OfflineStatus.Phase {
        if case .save = running { return .saving }
        return isOnline && !mayUseNetwork ? .paused : .idle
    }

    private mutating func begin() -> [Action] {
        isDue = false
        guard hasFeed else { return [] }
        guard choice != .off else {
            defer { running = nil }
            return running == nil ? [] : [.cancel]
        }
        let action: Action =
            isOnline && mayUseNetwork ? .save(newest: choice.count) : .count(newest: choice.count)
        running = action
        status = (status?.images).map { OfflineStatus(images: $0, phase: phase) }
        return [action]
    }
}
