import EssentialFeedServer
import EssentialFeedStore
import Foundation
import Logging

/// Serves a folder of photos inside the app: one of the user's folders, or the demo.
struct FolderServer {
    let folder: URL
    /// Whether the folder's index is kept, so that the next start doesn't read all photos again.
    let keepsIndex: Bool

    /// Finds the demo photos at `ESSENTIAL_FEED_DEMO`, or at `share/essential-feed/demo` next to the program's `bin`.
    /// Returns `nil` if demo photos aren't installed.
    static func demo(in surroundings: Surroundings) -> FolderServer? {
        let installed = surroundings.executable.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "share/essential-feed/demo")
        let candidates = [surroundings.environment["ESSENTIAL_FEED_DEMO"].map { URL(filePath: $0) }, installed]
        return candidates.compactMap(\.self).first { FileManager.default.fileExists(atPath: $0.path) }
            .map { FolderServer(folder: $0, keepsIndex: false) }
    }

    /// The folder of the index and the smaller images. The folder of `essential-feed serve` isn't used, because it
    /// contains the address and tokens of a server that other people use.
    func stateFolder(in surroundings: Surroundings) -> URL? {
        PhotoServerConfiguration.stateFolder(
            ofPhotosIn: folder.path(percentEncoded: false), environment: surroundings.environment)
    }

    /// Deletes the index and the smaller images of a folder that isn't served anymore.
    func deleteState(in surroundings: Surroundings) async throws {
        guard let state = stateFolder(in: surroundings) else { return }
        try await surroundings.deletions.run {
            guard FileManager.default.fileExists(atPath: state.path) else { return }
            try FileManager.default.removeItem(at: state)
        }
    }

    /// Serves until the task is cancelled.
    ///
    /// Every program on the computer can connect, so the paths begin with a secret number that only the app knows.
    /// - Throws: `PhotoServerConfigurationError`, `PhotoFolderError` or `PhotoServerError` if the server can't start,
    ///   or `CancellationError`.
    /// - Parameter onLeftOut: Receives the files that can't be shown, whenever they may have changed.
    func run(
        in surroundings: Surroundings, onLeftOut: @escaping @MainActor (LeftOutFiles) -> Void,
        onAccepting: @escaping @MainActor (URL) -> Void
    ) async throws {
        let secret =
            String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
        var configuration = try PhotoServerConfiguration(
            folder: folder.path, port: 0, basePath: secret, environment: surroundings.environment, timeZone: .current)
        configuration.stateFolder = keepsIndex ? stateFolder(in: surroundings) : nil
        configuration.isPublic = true
        // The photos belong to the user.
        configuration.servesOriginals = true
        // When the folder is closed, downloads don't need to finish.
        configuration.limits.shutdown = .seconds(1)
        configuration.useDecoder(of: surroundings.executable, environment: surroundings.environment)
        let (leftOut, continuation) = AsyncStream<LeftOutFiles>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let server = PhotoServer(
            configuration: configuration, logger: surroundings.logger, onLeftOut: { continuation.yield($0) }
        ) { served in
            await onAccepting(served.address)
        }
        // The app handles signals itself, so the server ends only with its task. Hummingbird logs an error if it is
        // cancelled, so the server runs in a separate task that ends cleanly.
        let serving = Task { try await server.run { for await files in leftOut { await onLeftOut(files) } } }
        try await withTaskCancellationHandler {
            try await serving.value
        } onCancel: {
            continuation.finish()
        }
        try Task.checkCancellation()
    }
}
