import EssentialFeed
import EssentialFeedComposition
import Foundation

/// Counts other servers' new images when the window gets the focus, at most every 15 minutes.
final class NewImageCounts {
    private static let pace: TimeInterval = 15 * 60

    private let app: AppComposition
    private var last = Date.distantPast
    private var counting: Task<Void, Never>?

    init(of app: AppComposition) {
        self.app = app
        app.model.observe(self) { counts, old, new in
            if !(old.isInForeground && old.mayUseNetwork) { counts.countIfDue(new) }
        }
        countIfDue(app.model.state)
    }

    func close() async {
        counting?.cancel()
        await counting?.value
    }

    private func countIfDue(_ state: AppState) {
        let now = app.environment.screens.now()
        guard state.isInForeground, state.mayUseNetwork, abs(now.timeIntervalSince(last)) >= Self.pace else { return }
        last = now
        let earlier = counting
        earlier?.cancel()
        counting = Task { [app] in
            await earlier?.value
            for server in state.settings.preferences.servers.all where !Task.isCancelled {
                // The user may have changed something since the last answer.
                let state = app.model.state
                guard state.mayUseNetwork, server != state.open?.saved,
                    state.settings.preferences.servers.all.contains(server)
                else { continue }
                do {
                    guard let count = try await app.newImages(of: server) else { continue }
                    app.model.send(.newImagesCounted(server, count))
                } catch {
                    if !(error is CancellationError) { app.environment.report(error) }
                }
            }
        }
    }
}
