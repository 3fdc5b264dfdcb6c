import BenchmarkKit
import Foundation

/// Prints figures beside floors measured in the same run: what | floor | measured | ratio | mark.
@main
enum EssentialFeedBench {
    static func main() async {
        await BenchmarkProgram.run { arguments in
            if arguments.count == 2, arguments[0] == ConstantServer.argument, let byteCount = Int(arguments[1]) {
                try await ConstantServer.run(byteCount: byteCount)
            } else {
                try await BenchmarkProgram.printTable(
                    of: benchmarks, only: arguments, effort: Effort(environment: ProcessInfo.processInfo.environment))
            }
        }
    }

    @Sendable private static func benchmarks() throws -> [any Benchmark] {
        let programs = try Programs()
        return [
            OfflineFeedBenchmark(programs: programs),
            ImageAnswerBenchmark(programs: programs),
            ImportBenchmark(programs: programs),
            SizesBenchmark(programs: programs),
            BusyServerBenchmark(programs: programs),
            FriendsBenchmark(programs: programs),
            LargeFolderBenchmark(programs: programs),
            ImageSyncBenchmark(programs: programs),
            VisibleWaitBenchmark(),
        ]
    }
}
