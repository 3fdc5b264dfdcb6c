import BenchmarkKit
import Foundation
import PipelineSimulator

/// How long a card on the screen waits for its picture in the simulator, beside a pipeline without priorities and
/// preloading.
struct VisibleWaitBenchmark: Benchmark {
    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let scenario = try ScrollScenario.standard()
        let (pipeline, plain) = scenario.compare()
        try BenchmarkFailure.check(!plain.waits.isEmpty, "no card was on the screen")
        return [
            Finding(
                "mean wait of a visible card (\(scenario.name))", .seconds(pipeline.meanWait),
                floor: "first come, first served", .seconds(plain.meanWait), mark: 0.5)
        ]
    }
}
