import BenchmarkKit
import EssentialFeed
import EssentialFeedHTTP
import Foundation
import HTTPTransport

/// The client library loading images over the network as a program does it, several at a time.
///
/// Runs as a process of its own, by the hidden argument ``argument``, the address of the images and their number, and
/// prints the most memory that it had before and after, in bytes.
enum ImageLoads {
    static let argument = "load-images"
    private static let width = 4

    static func run(from address: URL, count: Int) async throws {
        let before = try ThisProcess.peakMemory()
        let network = NetworkHTTPClient(settings: try NetworkSettings())
        let client = RetryingHTTPClient(
            client: network, clock: ContinuousClock(), jitter: { .random(in: 0...1) }, now: { Date() })
        let load = LoadFeedImageDataFromRemote(client: client)
        var loaded = 0
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<count {
                if number >= width { loaded += try await group.next() ?? 0 }
                group.addTask { try await load.load(address.appending(path: "\(number)")).count }
            }
            for try await byteCount in group { loaded += byteCount }
        }
        try await network.shutdown()
        print(before, try ThisProcess.peakMemory(), loaded)
    }
}
