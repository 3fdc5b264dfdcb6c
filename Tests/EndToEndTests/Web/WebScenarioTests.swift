import Foundation
import Testing

/// The scenarios of `docs/specs.md`, line by line, over the web app in real browsers.
@Suite(.oneAtATime, .sharesBrowsers) struct WebScenarioTests {
    @Test(arguments: ScenarioTests.scenarios, Browser.Kind.allCases)
    func `The scenarios of the stories hold for the web app`(scenario: Scenario, kind: Browser.Kind) async throws {
        try await Browser.with(.init(kind: kind)) { browser in
            let world = try World { _ in PageDriver(browser: browser) }
            for step in try scenario.steps.map(Steps.step) { try await step(world) }
            await world.end()
        }
    }

    @Test(arguments: FriendsScenarioTests.scenarios, Browser.Kind.allCases)
    func `The scenarios of friends hold for the web app`(scenario: Scenario, kind: Browser.Kind) async throws {
        let world = try await FriendsWorld { FriendsPages(kind, server: $1) }
        for step in try scenario.steps.map(FriendsSteps.step) { try await step(world) }
        await world.end()
    }
}
