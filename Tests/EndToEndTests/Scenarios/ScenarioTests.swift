import Foundation
import TestSupport
import Testing

/// The scenarios of `docs/specs.md`, line by line, over the terminal program.
@Suite struct ScenarioTests {
    static let scenarios: [Scenario] = {
        do {
            return Scenario.all(in: try Checkout.text("docs/specs.md"))
        } catch {
            preconditionFailure("docs/specs.md cannot be read: \(error)")
        }
    }()

    @Test(arguments: scenarios)
    func `The scenarios of the stories hold for the terminal program`(scenario: Scenario) async throws {
        let clock = try await ShiftedClock()
        let world = try World { TerminalDriver(cacheFolder: $0, clock: clock) }
        let steps = try scenario.steps.map(Steps.step)
        for step in steps { try await step(world) }
        await world.end()
    }

    @Test func `Every scenario of the documents runs, and every step is used`() throws {
        let headings = try Checkout.text("docs/specs.md").split(separator: "\n").filter { $0.hasPrefix("Scenario:") }
        #expect(Self.scenarios.count + FriendsScenarioTests.scenarios.count == headings.count)
        #expect(Self.scenarios.count >= 6)
        #expect(Set(Self.scenarios.flatMap(\.steps)) == Set(Steps.all.keys))
    }

    @Test func `A line without a step fails the run`() {
        #expect(throws: Steps.Unknown.self) { try Steps.step(for: "the customer has doubts") }
    }
}
