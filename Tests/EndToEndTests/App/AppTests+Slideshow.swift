import AccessibleDesktop
import Foundation
import TestSupport
import Testing

/// The example that shows one photo at a time, a program of its own over the same core.
extension AppTests {
    @Test(arguments: World.feedScenarios)
    func `The scenarios of the stories hold for one photo at a time`(scenario: Scenario) async throws {
        let clock = try await ShiftedClock()
        let world = try World { SlideshowDriver(desktop: desktop, cacheFolder: $0, clock: clock) }
        for step in try scenario.steps.map(Steps.step) { try await step(world) }
        await world.end()
    }

    @Test("Photos go on offline and say how old they are, end after seven days, and come back with the server")
    func slideshowShowsSavedFeedForSevenDays() async throws {
        let clock = try await ShiftedClock()
        let world = try World { SlideshowDriver(desktop: desktop, cacheFolder: $0, clock: clock) }
        try await world.liveThroughAWeekOffline()
        await world.end()
    }

    @Test("Keys show the next and the previous photo, each in the middle of the window; Escape ends the slideshow")
    func slideshowObeysKeys() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder(salt: 40))
        let window = try await SlideshowWindow(
            desktop: desktop, address: server.address, cacheFolder: home.cacheFolder.path, seconds: "86400")
        func wait(for number: Int) async throws {
            _ = try await desktop.wait(for: "photo \(number)", of: window.program.processID) { place in
                guard SlideshowWindow.Slide(place)?.number == number,
                    let colour = Screen()?.colour(x: 480, y: 300)
                else { return Int?.none }
                return anyPNGSalt(of: colour) == UInt8(39 + number) ? number : nil
            }
        }
        try await wait(for: 1)
        for (key, number) in [(AppWindow.Key.right, 2), (.space, 3), (.right, 4), (.right, 1), (.left, 4)] {
            await desktop.press(key: key.rawValue)
            try await wait(for: number)
        }
        await desktop.press(key: AppWindow.Key.escape.rawValue)
        let result = await window.program.result()
        #expect(result.status == 0)
        await server.stop()
    }

    @Test func `App: F5 starts a slideshow, Space pauses it and goes on, and Escape ends it`() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder(count: 2))
        let window = try await window(home, at: server.address)
        _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        await window.pressKey(.slideshow)
        for label in ["Pause", "Play", "Pause"] {
            try await window.wait(for: label) { $0.hasButtons(["Back", label]) ? () : nil }
            await window.pressKey(.space)
        }
        await window.pressKey(.escape)
        _ = try await AppWindow.FeedPage.complete(in: window, count: 2)
        let result = await window.close()
        #expect(result.status == 0)
        #expect(result.errors == "")
        await server.stop()
    }

    @Test func `Photos that were never shown are there offline`() async throws {
        let home = try Home()
        let server = try await home.serve(PhotoFolder())
        let window = try await SlideshowWindow(
            desktop: desktop, address: server.address, cacheFolder: home.cacheFolder.path, seconds: "86400")
        _ = try await window.slide("the first photo") { $0.number == 1 }
        while try await !home.run("cache", "status", at: server.address).text.contains("4 saved, complete offline") {}
        _ = await window.close()
        await server.stop()
    }
}
