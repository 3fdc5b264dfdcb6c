import Foundation

/// The programs that were built with this one: they lie beside each other.
struct Programs {
    let bench: URL
    let essentialFeed: URL

    init() throws {
        bench = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        essentialFeed = bench.deletingLastPathComponent().appending(path: "essential-feed")
        try BenchmarkFailure.check(
            FileManager.default.isExecutableFile(atPath: essentialFeed.path),
            "\(essentialFeed.path) is missing: run `make bench`, which builds it")
    }
}
