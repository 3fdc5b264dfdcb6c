import BenchmarkKit
import EssentialFeed
import Foundation
import ImagePipeline

/// The peak memory of a process that loads 1,000 images of all kinds through the pipeline, including decompression
/// bombs and giants, beside the budget of decoding.
struct DecodeMemoryBenchmark: Benchmark {
    let programs: Programs

    func run(in folder: URL, effort: Effort) async throws -> [Finding] {
        let files = folder.appending(path: "files")
        try MixedFiles.fill(files)
        let budget = ImageLoaderLimits().decodeBytes
        let count = effort.count(1_000, quick: 60)
        let loads = try load(files, count)
        let peak = loads.peak - loads.before
        let ratio = Double(peak) / Double(budget)
        return [
            Finding(
                "peak memory, 1,000 mixed images (\(loads.refused) refused), decoding",
                floor: "the budget: \(Figure.megabytes(budget))", measured: Figure.megabytes(peak),
                value: Figure.ratio(ratio), mark: "≤ 1.15 ×", isMet: ratio <= 1.15)
        ]
    }

    /// - Returns: The memory before and at the peak, in bytes, and the number of images that were refused.
    private func load(_ files: URL, _ count: Int) throws -> (before: Int, peak: Int, refused: Int) {
        let child = try ChildProcess(programs.bench, [MixedLoads.argument, files.path, "\(count)"], readsOutput: true)
        let figures = try child.line().split(separator: " ").compactMap { Int($0) }
        try BenchmarkFailure.check(child.wait().status == 0 && figures.count == 5, "the images were not loaded")
        let names = try FileManager.default.contentsOfDirectory(atPath: files.path).sorted()
        let expected = ["picture", "refused", "undecodable"].map { kind in
            (0..<count).count { names[$0 % names.count].hasPrefix(kind) }
        }
        try BenchmarkFailure.check(
            Array(figures[2...]) == expected, "\(figures[2...]) pictures, refused, undecodable; not \(expected)")
        return (figures[0], figures[1], figures[3])
    }
}
