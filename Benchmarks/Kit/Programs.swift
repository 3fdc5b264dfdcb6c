package import Foundation

/// The programs that were built with this one, in the same folder.
package struct Programs {
    package let bench: URL
    package let essentialFeed: URL

    package init() throws {
        bench = URL(filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        essentialFeed = bench.deletingLastPathComponent().appending(path: "essential-feed")
        try BenchmarkFailure.check(
            FileManager.default.isExecutableFile(atPath: essentialFeed.path),
            "\(essentialFeed.path) is missing: run `make bench`, which builds it")
    }
}
