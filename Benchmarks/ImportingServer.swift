import BenchmarkKit
import Foundation

/// A server that knows nothing of its folder, and says when it has read it to the end.
final class ImportingServer {
    private static let pause: UInt32 = 5_000
    private static let patience = Duration.seconds(600)
    private static let complete = "essential_feed_first_import_complete"
    private static let photos = "essential_feed_photos"

    let server: ServerProcess
    private let metrics: LoadGenerator

    /// Starts a server, and waits until it answers.
    /// - Parameter state: The folder of its state, which must not exist.
    init(_ program: URL, serving photos: URL, state: URL) throws {
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        let port = try NginxServer.freePort()
        server = try ServerProcess(
            program, ["serve", photos.path, "--port", "0", "--metrics-port", "\(port)"],
            environment: ["XDG_STATE_HOME": state.path], errors: state.appending(path: "log").path)
        guard let address = URL(string: "http://127.0.0.1:\(port)") else { throw URLError(.badURL) }
        metrics = try LoadGenerator(address, connections: 1)
    }

    /// Waits until the folder has been read to the end.
    func waitUntilComplete() throws {
        let deadline = ContinuousClock.now + Self.patience
        while try number(Self.complete) != 1 {
            try Task.checkCancellation()
            try BenchmarkFailure.check(.now < deadline, "the import does not end")
            usleep(Self.pause)
        }
    }

    /// Returns the number of photos in the feed.
    func photoCount() throws -> Int { try number(Self.photos) ?? 0 }

    /// Returns the value of a metric, or `nil` if the server doesn't have it yet.
    private func number(_ metric: String) throws -> Int? {
        let lines = String(decoding: try metrics.body("/metrics"), as: UTF8.self).split(separator: "\n")
        return lines.lazy.map { $0.split(separator: " ") }.first { $0[0] == metric }?.last.flatMap { Double($0) }
            .map { Int($0) }
    }

    func stop() { server.stop() }
}
