import BenchmarkKit
import Foundation

/// Measures the image pipeline with pictures decoded as in the app. Needs GTK's libraries, but no display.
@main
enum PicturesBench {
    static func main() async {
        await BenchmarkProgram.run { arguments in
            if arguments.count == 3, arguments[0] == MixedLoads.argument, let count = Int(arguments[2]) {
                try await MixedLoads.run(from: URL(filePath: arguments[1]), count: count)
            } else {
                try await BenchmarkProgram.printTable(
                    of: benchmarks, only: arguments, effort: Effort(environment: ProcessInfo.processInfo.environment))
            }
        }
    }

    @Sendable private static func benchmarks() throws -> [any Benchmark] {
        let programs = try Programs()
        return [
            DiskHitBenchmark(),
            DecodeMemoryBenchmark(programs: programs),
        ]
    }
}
