/// The result of scrolling through a scenario.
package struct ScrollResult: Hashable, Sendable {
    /// How long each card on the screen lacked its picture, in seconds, including cards that left without it.
    package var waits: [Double] = []
    /// The bytes that the link carried.
    package var bytes = 0.0
    package var downloads = 0

    /// In seconds.
    package var meanWait: Double { waits.isEmpty ? 0 : waits.reduce(0, +) / Double(waits.count) }
}

extension ScrollScenario {
    /// Returns the results with the pipeline's rules, and with neither priorities nor preloading.
    package func compare() -> (pipeline: ScrollResult, plain: ScrollResult) {
        (ScrollSimulation(self, rules: .pipeline).run(), ScrollSimulation(self, rules: .plain).run())
    }

    /// Returns the comparison in one readable line.
    package func summary() -> String {
        let (pipeline, plain) = compare()
        func number(_ value: Double, _ unit: Double) -> String { "\((value * unit * 100).rounded() / 100)" }
        return
            "\(name): a visible card waits \(number(pipeline.meanWait, 1_000)) ms, without priorities and preloading "
            + "\(number(plain.meanWait, 1_000)) ms: \(number(pipeline.meanWait / plain.meanWait, 1)) ×; "
            + "\(number(pipeline.bytes, 1e-6)) MB and \(number(plain.bytes, 1e-6)) MB over the link"
    }
}
