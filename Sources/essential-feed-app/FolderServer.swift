import EssentialFeed
import EssentialFeedServer
import EssentialFeedStore
import Foundation
import Logging

/// Serves a folder of photos inside the app: one of the user's folders, or the demo.
nonisolated struct FolderServer: Equatable {
    let folder: URL
    let keepsIndex: Bool
    /// The album's path in the user's folder; `nil` if this isn't an album.
    var album: String?
    /// The files of the photos, while the folder is served.
    private let originals = OriginalFiles()

    /// The user's folder, whose subfolders are the albums; `nil` for the demo.
    var albumRoot: URL? {
        guard let album else { return keepsIndex ? folder : nil }
        // One folder up for each part of the album's path.
        return album.split(separator: "/").reduce(folder) { folder, _ in folder.deletingLastPathComponent() }
    }

    /// The file of a photo while the folder is served; `nil` if it has none. Blocks. Throws the index's error.
    func file(of id: FeedImage.ID) throws -> URL? { try originals.path(of: id).map { URL(filePath: $0) } }

    /// Returns an album of the user's folder; an empty path means the whole folder.
    static func album(_ path: String, of root: URL) -> FolderServer {
        guard !path.isEmpty else { return FolderServer(folder: root, keepsIndex: true) }
        // The index of an album isn't kept: the whole folder's already is.
        let folder = root.appending(path: path, directoryHint: .isDirectory)
        return FolderServer(folder: folder, keepsIndex: false, album: path)
    }
}

extension FolderServer {
    /// Finds the demo photos at `ESSENTIAL_FEED_DEMO`, or at `share/essential-feed/demo` next to the program's `bin`.
    static func demo(in environment: AppEnvironment) -> FolderServer? {
        let installed = environment.executable.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "share/essential-feed/demo")
        let candidates = [environment.variables["ESSENTIAL_FEED_DEMO"].map { URL(filePath: $0) }, installed]
        return candidates.compactMap(\.self).first { FileManager.default.fileExists(atPath: $0.path) }
            .map { FolderServer(folder: $0, keepsIndex: false) }
    }

    /// This isn't the folder of `essential-feed serve`, which has the address and tokens of a server for other people.
    func stateFolder(in environment: AppEnvironment) -> URL? {
        PhotoServerConfiguration.stateFolder(
            ofPhotosIn: folder.path(percentEncoded: false), environment: environment.variables)
    }

    func deleteState(in environment: AppEnvironment) async throws {
        if let state = stateFolder(in: environment) { try await environment.delete(state) }
    }

    /// Serves until the task is cancelled. Every program on the computer can connect, so the paths begin with a secret
    /// number.
    func run(
        in environment: AppEnvironment, onLeftOut: @escaping @MainActor (LeftOutPhotos) -> Void,
        onAccepting: @escaping @MainActor (URL) async -> Void
    ) async throws {
        let secret =
            String(UInt64.random(in: .min ... .max), radix: 16) + String(UInt64.random(in: .min ... .max), radix: 16)
        var configuration = try PhotoServerConfiguration(
            folder: folder.path, at: ServerLocation(port: 0, basePath: secret),
            environment: environment.variables, timeZone: .current)
        configuration.stateFolder = keepsIndex ? stateFolder(in: environment) : nil
        configuration.isPublic = true
        // The photos belong to the user.
        configuration.servesOriginals = true
        // When the folder is closed, downloads don't need to finish.
        configuration.limits.shutdown = .seconds(1)
        configuration.useDecoder(of: environment.executable, environment: environment.variables)
        let (leftOut, continuation) = AsyncStream<LeftOutPhotos>.makeStream(bufferingPolicy: .bufferingNewest(1))
        configuration.originals = originals
        // Lines about requests would contain the secret.
        var logger = environment.logger
        logger.logLevel = max(.notice, logger.logLevel)
        let server = PhotoServer(
            configuration: configuration, logger: logger, onLeftOut: { continuation.yield(LeftOutPhotos($0)) }
        ) { served in await onAccepting(served.address) }
        // Hummingbird logs an error if its task is cancelled, so it runs in its own, which ends with the loop over the
        // files.
        let serving = Task { try await server.run { for await files in leftOut { await onLeftOut(files) } } }
        try await withTaskCancellationHandler {
            try await serving.value
        } onCancel: {
            continuation.finish()
        }
        try Task.checkCancellation()
    }
}
