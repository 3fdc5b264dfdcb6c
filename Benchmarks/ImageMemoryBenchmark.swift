import BenchmarkKit
import Foundation

/// The most memory that the client library takes while it loads 1,000 images of 1 MB, four at a time.
struct ImageMemoryBenchmark: Benchmark {
    private static let byteCount = 1_000_000
    private static let mark = 60_000_000

    let programs: Programs

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let count = effort.count(1_000, quick: 20)
        let server = try ServerProcess(programs.bench, [ConstantServer.argument, "\(Self.byteCount)"])
        defer { server.stop() }
        let client = try ChildProcess(
            programs.bench, [ImageLoads.argument, server.address.absoluteString, "\(count)"], readsOutput: true)
        let figures = try client.line().split(separator: " ").compactMap { Int($0) }
        try BenchmarkFailure.check(
            client.wait().status == 0 && figures.count == 3 && figures[2] == count * Self.byteCount,
            "the images were not loaded whole")
        return [
            Finding(
                "memory while loading 1,000 images of 1 MB, 4 at a time",
                floor: "peak of the process before: \(Figure.megabytes(figures[0]))",
                measured: Figure.megabytes(figures[1]), value: "peak", mark: "≤ \(Figure.megabytes(Self.mark))",
                isMet: figures[1] <= Self.mark)
        ]
    }
}
