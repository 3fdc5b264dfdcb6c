import PipelineSimulator
import Testing

@Suite struct ScrollSimulationTests {
    @Test func `B238 On the simulator, priorities and preloading halve the wait of visible cards at least`() throws {
        let scenario = try ScrollScenario.standard()
        let (pipeline, plain) = scenario.compare()
        print(scenario.summary())
        #expect(pipeline.meanWait <= 0.5 * plain.meanWait)
        #expect(pipeline.waits.count >= scenario.cards && plain.waits.count == pipeline.waits.count)
    }

    @Test func `The simulator gives the same figures each time, and the exact ones in a simple case`() throws {
        var scenario = try ScrollScenario.standard()
        let (first, second) = (scenario.compare(), scenario.compare())
        #expect(first == second)

        // Three cards that stay on the screen: three transfers share the link after the latency.
        scenario.cards = 3
        scenario.viewportRows = 2.99
        scenario.phases = [.init(seconds: 1, cardsPerSecond: 0.001), .init(seconds: 60, cardsPerSecond: 1)]
        let seconds = 0.05 + 3 * 150_000 * 8 / 10e6 + 0.015 + 0.015
        let waits = scenario.compare().plain.waits
        #expect(waits.count == 3)
        #expect(abs((waits.max() ?? 0) - seconds) < 0.001)
    }
}
