import EssentialFeedServer
import EssentialFeedStore
import Foundation
import Logging

/// Serves a folder of photos inside the app: one of the person's own, or the demo.
struct FolderServer {
    let folder: URL
    /// Whether the index of the folder is kept, so that the next start doesn't read all photos again.
    let keepsIndex: Bool

    /// Finds the demo photos at `ESSENTIAL_FEED_DEMO`, or at `share/essential-feed/demo` next to the program's `bin`.
    /// Returns `nil` if there are none.
    static func demo(in surroundings: Surroundings) -> FolderServer? {
        let installed = surroundings.executable.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "share/essential-feed/demo")
        let candidates = [surroundings.environment["ESSENTIAL_FEED_DEMO"].map { URL(filePath: $0) }, installed]
        return candidates.compactMap(\.self).first { FileManager.default.fileExists(atPath: $0.path) }
            .map { FolderServer(folder: $0, keepsIndex: false) }
    }

    /// The folder of the index and of smaller images. That of `essential-feed serve` isn't used: it holds the address and the
    /// tokens of a server that other people reach.
    func stateFolder(in surroundings: Surroundings) -> URL? {
        PhotoServerConfiguration.stateFolder(
            ofPhotosIn: folder.path(percentEncoded: false), environment: surroundings.environment)
    }

    /// Deletes the index and the smaller images of a folder that isn't served any more.
    func deleteState(in surroundings: Surroundings) async throws {
        guard let state = stateFolder(in: surroundings) else { return }
        try await surroundings.deletions.run {
            guard FileManager.default.fileExists(atPath: state.path) else { return }
            try FileManager.default.removeItem(at: state)
        }
    }

    /// Serves until the task is cancelled.
    ///
    /// Every program on the machine can connect, so that the paths begin with a number that only the app knows.
    /// - Throws: `PhotoServerConfigurationError`, `PhotoFolderError` or `PhotoServerError` if the server can't start, or
    ///   `CancellationError`.
    func run(in surroundings: Surroundings, onAccepting: @escaping @MainActor (URL) -> Void) async throws {
        let secret =
            String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
        var configuration = try PhotoServerConfiguration(
            folder: folder.path, port: 0, basePath: secret, environment: surroundings.environment, timeZone: .current)
        configuration.stateFolder = keepsIndex ? stateFolder(in: surroundings) : nil
        configuration.isPublic = true
        // The photos are the person's own.
        configuration.servesOriginals = true
        configuration.useDecoder(of: surroundings.executable, environment: surroundings.environment)
        let server = PhotoServer(configuration: configuration, logger: surroundings.logger) { served in
            await onAccepting(served.address)
        }
        // The app handles signals itself, so the server ends only with its task.
        let (untilCancelled, _) = AsyncStream<Never>.makeStream()
        try await server.run { for await _ in untilCancelled {} }
    }
}
