import BenchmarkKit
import EssentialFeed
import Foundation

/// The most memory of a process that loads 1,000 images of all kinds through the pipeline, bombs and giants among them,
/// beside the budget of decoding.
struct DecodeMemoryBenchmark: Benchmark {
    private static let count = 1_000

    let programs: Programs

    func run(in folder: URL) async throws -> [Finding] {
        let files = folder.appending(path: "files")
        try MixedFiles.fill(files)
        let child = try ChildProcess(
            programs.bench, [MixedLoads.argument, files.path, "\(Self.count)"],
            errors: folder.appending(path: "errors").path, readsOutput: true)
        let figures = try child.line().split(separator: " ").compactMap { Int($0) }
        try BenchmarkFailure.check(child.wait().status == 0 && figures.count == 5, "the images were not loaded")
        let names = try FileManager.default.contentsOfDirectory(atPath: files.path).sorted()
        let expected = ["picture", "refused", "undecodable"].map { kind in
            (0..<Self.count).count { names[$0 % names.count].hasPrefix(kind) }
        }
        try BenchmarkFailure.check(
            Array(figures[2...]) == expected, "\(figures[2...]) pictures, refused, undecodable; not \(expected)")
        let budget = FeedImageLimits().decodeBytes
        let ratio = Double(figures[1]) / Double(budget)
        return [
            Finding(
                "peak memory, \(Self.count) mixed images decoded (\(figures[3]) refused)",
                floor: "the budget (the process before: \(Figure.megabytes(figures[0]))): "
                    + Figure.megabytes(budget),
                measured: Figure.megabytes(figures[1]), value: Figure.ratio(ratio), reach: "≤ 1.15 ×",
                isMet: ratio <= 1.15)
        ]
    }
}
