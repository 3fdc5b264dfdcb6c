import EssentialFeed
import EssentialFeedHTTP
import Foundation

/// The client library loading images over the network as a program does it, several at a time.
///
/// Runs as a process of its own, by the hidden argument ``argument``, the address of the images and their number, and
/// prints the most memory that it had before and after, in bytes.
enum ImageLoads {
    static let argument = "load-images"
    private static let width = 4

    static func run(from address: URL, count: Int) async throws {
        let before = try peakMemory()
        let network = NetworkHTTPClient(settings: try NetworkSettings())
        let client = RetryingHTTPClient(
            client: network, clock: ContinuousClock(), jitter: { .random(in: 0...1) }, now: { Date() })
        let load = LoadFeedImageDataFromRemote(client: client)
        var loaded = 0
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<count {
                if number >= width { loaded += try await group.next() ?? 0 }
                group.addTask { try await load.execute(address.appending(path: "\(number)")).count }
            }
            for try await byteCount in group { loaded += byteCount }
        }
        try await network.shutdown()
        print(before, try peakMemory(), loaded)
    }

    /// The most memory this process ever had, as the system counts it: also what it shares with others.
    private static func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({ Int($0) }) else {
            throw BenchmarkFailure("the system does not tell the peak of memory")
        }
        return kibibytes * 1_024
    }
}
