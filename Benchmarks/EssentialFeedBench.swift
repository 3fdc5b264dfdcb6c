import Dispatch
import Foundation

/// Prints figures beside floors that were measured in the same run: what | floor | measured | ratio | reach.
@main
enum EssentialFeedBench {
    static func main() async {
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch is CancellationError {
            exit(130)
        } catch {
            FileHandle.standardError.write(Data("essential-feed-bench: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        if arguments.count == 2, arguments[0] == ConstantServer.argument, let byteCount = Int(arguments[1]) {
            try await ConstantServer.run(byteCount: byteCount)
        } else if arguments.count == 3, arguments[0] == ImageLoads.argument, let count = Int(arguments[2]),
            let address = URL(string: arguments[1])
        {
            try await ImageLoads.run(from: address, count: count)
        } else {
            try await cancelledBySignals { try await printTable(only: arguments) }
        }
    }

    /// - Parameter names: the benchmarks to run, by their types; all of them where none is named.
    private static func printTable(only names: [String]) async throws {
        let programs = try Programs()
        let benchmarks: [any Benchmark] = [
            FeedStoreBenchmark(),
            FeedMappingBenchmark(),
            ImageStoreBenchmark(),
            OfflineFeedBenchmark(programs: programs),
            ImageMemoryBenchmark(programs: programs),
            FeedPageBenchmark(programs: programs),
            MemoryLookBenchmark(),
            VisibleWaitBenchmark(),
        ]
        let table = FindingTable()
        table.printHead()
        for benchmark in benchmarks where names.isEmpty || names.contains("\(type(of: benchmark))") {
            for finding in try await inTemporaryFolder(benchmark.run) { table.print(finding) }
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

    /// Ctrl-C and SIGTERM cancel the work, which then puts everything away.
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
