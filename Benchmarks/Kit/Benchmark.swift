package import Foundation

/// A measurement of something beside its floor, in one run.
package protocol Benchmark {
    /// Measures, and returns the rows of the table.
    /// - Parameters:
    ///   - folder: An empty folder for the benchmark's files. It is removed afterwards.
    ///   - effort: How many rounds to run, and how many things to measure with.
    func run(in folder: URL, effort: Effort) async throws -> [Finding]
}
