package import Foundation

/// Measures something beside its floor, in one run.
package protocol Benchmark {
    /// - Parameters:
    ///   - folder: an empty folder for what the benchmark writes; removed after it.
    ///   - effort: how many rounds, and how many things to measure with.
    func run(in folder: URL, effort: Effort) async throws -> [Finding]
}
