import AccessibleDesktop
import Foundation
import TestSupport
import Testing

/// The stories in the window: the real app on a real display, with a real server. The tests run one after the other,
/// because they share a display and a session.
@Suite(.oneAtATime) struct AppTests {
    let desktop: Desktop
    let home = Home()

    init() async throws {
        desktop = try await Desktop()
    }

    @Test(arguments: ScenarioTests.scenarios)
    func `B272 B272a B275 B275a The scenarios of the stories hold for the app`(scenario: Scenario) async throws {
        let clock = try await ShiftedClock()
        let world = try World { WindowDriver(desktop: desktop, cacheFolder: $0, clock: clock) }
        for step in try scenario.steps.map(Steps.step) { try await step(world) }
        await world.end()
    }

    /// Opens a window on a home's cache.
    func window(
        _ home: Home, at address: String?, height: Int = 8_000, arguments: [String] = [],
        environment: [String: String] = [:]
    ) async throws -> AppWindow {
        try await AppWindow(
            desktop: desktop, address: address, cacheFolder: home.cacheFolder.path, home: home.folder.url,
            height: height, arguments: arguments, environment: environment)
    }

    /// Serves photos, and opens a window that shows all of them.
    func showPhotos(
        _ count: Int, height: Int = 8_000, environment: [String: String] = [:]
    ) async throws -> (server: ProgramServer, window: AppWindow, feed: AppWindow.FeedPage) {
        let server = try await home.serve(PhotoFolder(count: count))
        let window = try await window(home, at: server.address, height: height, environment: environment)
        return (server, window, try await AppWindow.FeedPage.complete(in: window, count: count))
    }
}
