package import Foundation

/// Measures something beside its floor, in one run.
package protocol Benchmark {
    /// - Parameter folder: an empty folder for what the benchmark writes; removed after it.
    func run(in folder: URL) async throws -> [Finding]
}
