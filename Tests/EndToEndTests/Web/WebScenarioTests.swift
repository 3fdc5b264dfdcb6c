import Testing

/// The scenarios of `docs/specs.md`, line by line, over the web app in real browsers: all of them in one kind, then in
/// the next, so few browsers are started.
@Suite(.oneAtATime, .sharesBrowsers) struct WebScenarioTests {
    // WebKit's driver may return from a page without a connection before its script has run.
    @Test(arguments: Browser.Kind.fullyDriven, ScenarioTests.scenarios)
    func `The scenarios of the stories hold for the web app`(kind: Browser.Kind, scenario: Scenario) async throws {
        try await Browser.with(.init(kind: kind)) { browser in
            let world = try World { _ in PageDriver(browser: browser) }
            for step in try scenario.steps.map(Steps.step) { try await step(world) }
            await world.end()
        }
    }

    @Test(arguments: Browser.Kind.allCases, FriendsScenarioTests.scenarios)
    func `The scenarios of friends hold for the web app`(kind: Browser.Kind, scenario: Scenario) async throws {
        let world = try await FriendsWorld { FriendsPages(kind, server: $1) }
        for step in try scenario.steps.map(FriendsSteps.step) { try await step(world) }
        await world.end()
    }
}
