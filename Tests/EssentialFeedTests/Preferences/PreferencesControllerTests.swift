import EssentialFeed
import Foundation
import TestSupport
import Testing

/// The tasks of the preferences, over caches that the test answers for.
@MainActor
@Suite(.detectsHangs, .watchesTasks) struct PreferencesControllerTests {
    @Test func `The caches are measured when the preferences appear; only changes are drawn again`() async throws {
        let screen = try Screen()
        #expect(screen.shown.all.isEmpty)
        screen.controller.appear()
        try await screen.measure(0, total: 7_000_000)
        #expect(screen.shown.all.map(\.usage) == [nil, "Uses 7 MB. Photos may take up to 500 MB."])
        screen.controller.chooseLimit(2)
        #expect(screen.shown.all.count == 2)
        screen.controller.chooseOffline(0)
        #expect(screen.shown.all.count == 3)
    }

    @Test func `After a deletion the caches are measured again`() async throws {
        let screen = try Screen()
        screen.controller.appear()
        try await screen.measure(0, total: 7_000_000)
        screen.controller.clear()
        screen.controller.endUndo(1)
        try await screen.deletions.arrival(0)
        #expect(screen.measurements.count == 1)
        screen.deletions.release(0)
        try await screen.measure(1, total: 0)
        #expect(screen.shown.last?.canClear == false)
    }

    @Test func `The end deletes what could still be undone, waits for it, and measures nothing more`() async throws {
        let screen = try Screen()
        screen.controller.appear()
        try await screen.measure(0, total: 7_000_000)
        screen.controller.remove(screen.server)
        screen.controller.clear()
        var hasEnded = false
        let end = Task {
            await screen.controller.end()
            hasEnded = true
        }
        try await screen.deletions.arrival(1)
        screen.deletions.release(0)
        await letOthersRun()
        #expect(!hasEnded)
        screen.deletions.release(1)
        await end.value
        await letOthersRun()
        #expect(screen.measurements.count == 1)
    }

    @MainActor
    private final class Screen: PreferencesView {
        let server: RememberedServer
        let measurements = HeldCalls<CacheUsage>()
        let deletions = HeldCalls<Void>()
        let shown = Shown<PreferencesViewModel>()
        let controller: PreferencesController

        init() throws {
            server = try RememberedServer("http://first.com")
            let wait = { [deletions] in
                do {
                    try await deletions.call(isCancellable: false)
                } catch {
                    Issue.record(error)
                }
            }
            controller = PreferencesController(
                Preferences(
                    servers: RememberedServers([server], current: server), imageLimit: 500_000_000,
                    offlineChoice: .newest200, notifiesOfNewPhotos: false),
                language: .english,
                caches: PreferencesController.Caches(
                    measure: { [measurements] _ in
                        do {
                            return try await measurements.call()
                        } catch {
                            return CacheUsage(total: 0, byServer: [:])
                        }
                    },
                    clear: { await wait() }, forget: { _ in await wait() })
            ) { _ in }
            controller.view = self
        }

        /// Answers a measurement, and waits until it is shown.
        func measure(_ index: Int, total: Int) async throws {
            try await measurements.arrival(index)
            measurements.answer(index, with: .success(CacheUsage(total: total, byServer: [:])))
            await letOthersRun()
        }

        func display(_ viewModel: PreferencesViewModel) { shown.add(viewModel) }
        func askToClear(_ text: String) {}
    }
}
