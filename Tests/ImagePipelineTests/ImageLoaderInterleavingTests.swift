import TestSupport
import Testing

/// Random orders of requests, cancels, raises and answers. The same seed gives the same order.
@Suite(.detectsHangs) struct ImageLoaderInterleavingTests {
    @Test(
        """
        In 100,000 random interleavings nothing is delivered after a cancel, all else exactly \
        once, each URL has one job, and slots and budget hold
        """, arguments: 0..<2 as Range<UInt64>)
    func eventsKeepTheirPromisesInAnyOrder(part: UInt64) async throws {
        let (deliveries, fault) = try await onOwnThread { Self.run(seeds: part * 50_000..<(part + 1) * 50_000) }
        #expect(fault == nil)
        #expect(deliveries > 25_000)
    }

    private static func run(seeds: Range<UInt64>) -> (deliveries: Int, fault: String?) {
        var deliveries = 0
        for seed in seeds {
            let model = ImageLoaderModel(seed: seed)
            do {
                try model.run(steps: steps(seed))
            } catch {
                return (deliveries, "seed \(seed): \(error)\n\(story(seed))")
            }
            deliveries += model.deliveries
        }
        return (deliveries, nil)
    }

    private static func steps(_ seed: UInt64) -> Int { 4 + Int(seed % 4) * 2 }

    /// Returns the events of a seed and the actions that followed, up to the violation.
    private static func story(_ seed: UInt64) -> String {
        let log = ImageLoaderModel.Log()
        let model = ImageLoaderModel(seed: seed, log: log)
        do {
            try model.run(steps: steps(seed))
        } catch {
            log.lines.append("\(error)")
        }
        return log.lines.joined(separator: "\n")
    }
}
