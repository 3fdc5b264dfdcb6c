import EssentialFeedServer
import Foundation
import Logging

/// Serves the demo photos inside the app, for people who have no server yet.
struct DemoServer {
    let folder: URL
    private let executable: URL

    /// Finds the demo photos at `ESSENTIAL_FEED_DEMO`, or at `share/essential-feed/demo` next to the program's `bin`.
    /// Returns `nil` if there are none.
    init?(environment: [String: String], executable: URL) {
        let installed = executable.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "share/essential-feed/demo")
        let candidates = [environment["ESSENTIAL_FEED_DEMO"].map { URL(filePath: $0) }, installed].compactMap(\.self)
        guard let folder = candidates.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            return nil
        }
        self.folder = folder
        self.executable = executable
    }

    /// Serves until the task is cancelled.
    /// - Throws: `PhotoServerConfigurationError`, `PhotoFolderError` or `PhotoServerError` if the server can't start, or
    ///   `CancellationError`.
    func run(
        environment: [String: String], logger: Logger, onAccepting: @escaping @MainActor (URL) -> Void
    ) async throws {
        var configuration = try PhotoServerConfiguration(
            folder: folder.path, port: 0, environment: environment, timeZone: .current)
        // The demo leaves nothing behind, and has nothing to do with the tokens of a server of the person's own.
        configuration.stateFolder = nil
        configuration.isPublic = true
        configuration.useDecoder(of: executable, environment: environment)
        let server = PhotoServer(configuration: configuration, logger: logger) { served in
            await onAccepting(served.address)
        }
        // The app handles signals itself, so the server ends only with its task.
        let (untilCancelled, _) = AsyncStream<Never>.makeStream()
        try await server.run { for await _ in untilCancelled {} }
    }
}
