/// What scrolling came to.
package struct ScrollResult: Hashable, Sendable {
    /// How long each card that came on the screen was without its picture, in seconds; also one that left without.
    package var waits: [Double] = []
    /// What the link carried.
    package var bytes = 0.0
    package var downloads = 0

    /// In seconds.
    package var meanWait: Double { waits.isEmpty ? 0 : waits.reduce(0, +) / Double(waits.count) }
}

extension ScrollScenario {
    /// The mean wait of a visible card with the pipeline's rules, and with neither priorities nor preloading, in seconds.
    package func compare() -> (pipeline: ScrollResult, plain: ScrollResult) {
        (ScrollSimulation(self, rules: .pipeline).run(), ScrollSimulation(self, rules: .plain).run())
    }

    /// The comparison in one line, for people.
    package func summary() -> String {
        let (pipeline, plain) = compare()
        func number(_ value: Double, _ unit: Double) -> String { "\((value * unit * 100).rounded() / 100)" }
        return
            "\(name): a visible card waits \(number(pipeline.meanWait, 1_000)) ms, without priorities and preloading "
            + "\(number(plain.meanWait, 1_000)) ms: \(number(pipeline.meanWait / plain.meanWait, 1)) ×; "
            + "\(number(pipeline.bytes, 1e-6)) MB and \(number(plain.bytes, 1e-6)) MB over the link"
    }
}
