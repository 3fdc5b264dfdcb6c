import EssentialFeed
import TestSupport
import Testing

@Suite(.detectsHangs) struct FeedPagingModelTests {
    @Test func `B161 B162 B163 B164 In any order of events, list, cache and server agree`() async throws {
        var seeds = SystemRandomNumberGenerator()
        var tally: [String: Int] = [:]
        for _ in 0..<100 {
            let seed = seeds.next()
            try await run(seed: seed, tally: &tally)
        }

        // Each kind of event must have happened, or the test proves nothing.
        for event in [
            "refreshed", "not modified", "saved", "appended", "ended", "dropped", "failed", "kept", "kept more",
        ] {
            #expect(tally[event, default: 0] > 0, "\(event): \(tally)")
        }
    }

    private func run(seed: UInt64, tally: inout [String: Int]) async throws {
        var model = FeedPagingModel(seed: seed)
        for _ in 0..<150 { try await model.step() }
        try await model.finish()

        tally.merge(model.tally) { $0 + $1 }
        #expect(model.faults.isEmpty, "seed \(seed): \(model.faults.prefix(3).joined(separator: "; "))")
    }
}
