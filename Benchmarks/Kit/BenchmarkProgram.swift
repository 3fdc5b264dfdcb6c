import Dispatch
import Foundation

/// The common part of all benchmark programs.
package enum BenchmarkProgram {
    /// Runs the work with the program's arguments. If it throws, prints the error and exits with status 1, or with 130 if
    /// it was cancelled.
    package static func run(_ work: @escaping @Sendable ([String]) async throws -> Void) async {
        do {
            try await work(Array(CommandLine.arguments.dropFirst()))
        } catch is CancellationError {
            exit(130)
        } catch {
            FileHandle.standardError.write(Data("\(CommandLine.arguments[0]): \(error)\n".utf8))
            exit(1)
        }
    }

    /// Prints a row for each finding: what | floor | measured | ratio | mark.
    /// - Parameters:
    ///   - names: The names of the types of the benchmarks to run; if there are none, all benchmarks run.
    ///   - effort: How much to measure. The table of a quick run doesn't show the marks.
    /// - Throws: ``BenchmarkFailure`` if no benchmark has one of the names, or the error of a benchmark.
    package static func printTable(
        of benchmarks: @escaping @Sendable () throws -> [any Benchmark], only names: [String], effort: Effort
    ) async throws {
        try await cancelledBySignals {
            let benchmarks = try benchmarks().map { (name: "\(type(of: $0))", run: $0.run) }
            for name in names {
                try BenchmarkFailure.check(benchmarks.contains { $0.name == name }, "there is no \(name)")
            }
            let table = FindingTable(showsMarks: effort == .full)
            table.printHead()
            for benchmark in benchmarks where names.isEmpty || names.contains(benchmark.name) {
                let findings = try await inTemporaryFolder { try await benchmark.run($0, effort) }
                for finding in findings { table.print(finding) }
            }
        }
    }

    private static func inTemporaryFolder<Value>(_ work: (URL) async throws -> Value) async throws -> Value {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "essential-feed-bench-\(UUID().uuidString)")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        let result: Result<Value, any Error>
        do {
            result = .success(try await work(folder))
        } catch {
            result = .failure(error)
        }
        try files.removeItem(at: folder)
        return try result.get()
    }

    /// Cancels the work on Ctrl-C and SIGTERM, and waits while it cleans up.
    private static func cancelledBySignals(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await work() }
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number)
            source.setEventHandler { task.cancel() }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        try await task.value
    }
}
