import BenchmarkKit
import EssentialFeedHTTP
import Foundation
import HTTPTransport

/// Loads images over the network with the client library, several at a time, as a program does.
///
/// Runs in its own process, started with the hidden argument ``argument``, the address of the images and their number.
/// Prints the peak memory before and after the loads, and the sum of the images' sizes, in bytes.
enum ImageLoads {
    static let argument = "load-images"
    private static let width = 4

    static func run(from address: URL, count: Int) async throws {
        let before = try ThisProcess.peakMemory()
        let network = NetworkHTTPClient(settings: try NetworkSettings())
        let client = RetryingHTTPClient(
            client: network, clock: ContinuousClock(), jitter: { .random(in: 0...1) }, now: { Date() })
        var loaded = 0
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<count {
                if number >= width { loaded += try await group.next() ?? 0 }
                group.addTask {
                    try await client.load(DataRequest(url: address.appending(path: "\(number)"))).body.count
                }
            }
            for try await byteCount in group { loaded += byteCount }
        }
        try await network.shutdown()
        print(before, try ThisProcess.peakMemory(), loaded)
    }
}
