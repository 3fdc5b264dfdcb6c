import BenchmarkKit
import Foundation

/// The figures of the image pipeline with pictures in it, decoded as the app decodes them. They need GTK's libraries, but
/// no display.
@main
enum PicturesBench {
    static func main() async {
        await BenchmarkProgram.run { arguments in
            if arguments.count == 4, arguments[0] == MixedLoads.argument, let count = Int(arguments[2]),
                let limit = Int(arguments[3])
            {
                try await MixedLoads.run(from: URL(filePath: arguments[1]), count: count, memoryLimit: limit)
            } else {
                try await BenchmarkProgram.printTable(
                    of: benchmarks, only: arguments, effort: Effort(environment: ProcessInfo.processInfo.environment))
            }
        }
    }

    @Sendable private static func benchmarks() throws -> [any Benchmark] {
        let programs = try Programs()
        return [
            MemoryHitBenchmark(),
            DiskHitBenchmark(),
            SharedRequestBenchmark(programs: programs),
            DecodeMemoryBenchmark(programs: programs),
        ]
    }
}
