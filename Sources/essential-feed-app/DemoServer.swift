import EssentialFeedServer
import Foundation
import Logging

/// Serves the demo photos inside the app, for somebody who has no server yet.
struct DemoServer {
    let folder: URL

    /// `nil` where no demo photos are installed: `ESSENTIAL_FEED_DEMO`, or `share/essential-feed/demo` beside the
    /// program's `bin`.
    init?(environment: [String: String], executable: URL) {
        let installed = executable.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "share/essential-feed/demo")
        let candidates = [environment["ESSENTIAL_FEED_DEMO"].map { URL(filePath: $0) }, installed].compactMap(\.self)
        guard let folder = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            return nil
        }
        self.folder = folder
    }

    /// Serves until the task is cancelled.
    /// - Throws: `PhotoServerError`, or what kept it from listening.
    func run(
        environment: [String: String], logger: Logger, onAccepting: @escaping @MainActor (URL) -> Void
    ) async throws {
        var configuration = try PhotoServerConfiguration(
            folder: folder.path, port: 0, environment: environment, timeZone: .current)
        // The demo leaves nothing behind.
        configuration.stateFolder = nil
        let server = PhotoServer(configuration: configuration, logger: logger) { served in
            await onAccepting(served.address)
        }
        // Signals are the app's own: the server ends with its task alone.
        let (untilCancelled, _) = AsyncStream<Never>.makeStream()
        try await server.run { for await _ in untilCancelled {} }
    }
}
