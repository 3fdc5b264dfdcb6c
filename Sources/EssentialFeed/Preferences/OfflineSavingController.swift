/// Decides when the newest images are cached for offline use: after each load of the feed from the server, while the
/// network may be used.
///
/// Runs no tasks; ``OfflineSavingController`` does that.
package struct OfflineSavingState {
    package enum Event: Sendable {
        case chosen(OfflineChoice)
        case feedLoaded(isRemote: Bool)
        case networkChanged(mayBeUsed: Bool)
        case roomChanged
        case progressed(SavedImages)
        /// The work has ended; `nil` if it failed.
        case ended(SavedImages?)
    }

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

    package init(_ choice: OfflineChoice) { self.choice = choice }

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
                if isRemote { isDue = true }
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

private typealias OfflineWork =
    @Sendable (SaveNewestImages, @escaping @Sendable (SavedImages) -> Void) async throws -> SavedImages

/// Caches the newest images of a feed in the background for offline use.
@MainActor
package final class OfflineSavingController: ScreenController {
    package var onStatus: (@MainActor (OfflineStatus?) -> Void)?
    private var state: OfflineSavingState
    private var running: Task<Void, Never>?
    private let useCase: @Sendable () async -> SaveNewestImages
    private let report: @Sendable (any Error) -> Void

    package init(
        _ choice: OfflineChoice, by useCase: @escaping @Sendable () async -> SaveNewestImages,
        report: @escaping @Sendable (any Error) -> Void
    ) {
        state = OfflineSavingState(choice)
        self.useCase = useCase
        self.report = report
    }

    package func choose(_ choice: OfflineChoice) { handle(.chosen(choice)) }
    package func feedLoaded(isRemote: Bool) { handle(.feedLoaded(isRemote: isRemote)) }
    package func networkChanged(mayBeUsed: Bool) { handle(.networkChanged(mayBeUsed: mayBeUsed)) }
    package func roomChanged() { handle(.roomChanged) }

    package func stop() {
        onStatus = nil
        running?.cancel()
    }

    var viewModel: OfflineStatus? { state.status }

    func change(after event: OfflineSavingState.Event) -> [OfflineSavingState.Action] { state.handle(event) }

    func draw(_ viewModel: OfflineStatus?) { onStatus?(viewModel) }

    func perform(_ action: OfflineSavingState.Action) {
        running?.cancel()
        running = nil
        switch action {
        case .save(let newest): run { try await $0.save(newest: newest, onProgress: $1) }
        case .count(let newest): run { useCase, _ in try await useCase.count(newest: newest) }
        case .cancel: break
        }
    }

    private func run(_ work: @escaping OfflineWork) {
        let (progress, continuation) = AsyncStream<SavedImages>.makeStream(bufferingPolicy: .bufferingNewest(1))
        running = Task { [weak self, useCase, report] in
            async let result = Self.result(of: work, useCase, continuation, report: report)
            for await images in progress where !Task.isCancelled { self?.handle(.progressed(images)) }
            let images = await result
            if !Task.isCancelled { self?.handle(.ended(images)) }
        }
    }

    private nonisolated static func result(
        of work: OfflineWork, _ useCase: @Sendable () async -> SaveNewestImages,
        _ progress: AsyncStream<SavedImages>.Continuation, report: @Sendable (any Error) -> Void
    ) async -> SavedImages? {
        defer { progress.finish() }
        do {
            return try await work(useCase()) { progress.yield($0) }
        } catch {
            if !(error is CancellationError) { report(error) }
            return nil
        }
    }
}
