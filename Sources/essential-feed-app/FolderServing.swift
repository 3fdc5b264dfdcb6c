import EssentialFeed
import EssentialFeedServer
import EssentialFeedStore
import Foundation
import Logging

/// Serves photos on this computer inside the app: the current ones, and others that are about to replace them.
final class FolderServing {
    private struct Serving {
        /// Distinguishes it from all others, even for the same folder.
        let number: Int
        /// `nil` for the demo, which isn't remembered.
        var server: RememberedServer?
        var leftOut: LeftOutFiles?
        let task: Task<Void, Never>
    }

    /// Receives the address of photos that are ready to be shown, and the server to remember; `nil` for the demo. The
    /// previous photos aren't served anymore.
    var onOpened: ((ServerAddress, RememberedServer?) -> Void)?
    /// Receives photos that can't be shown, and the server to remember; `nil` for the demo.
    var onFailed: ((FolderServer, RememberedServer?) -> Void)?
    /// Receives the files of the current folder that can't be shown, after they have changed.
    var onLeftOut: ((LeftOutFiles) -> Void)?
    /// Receives the folder that is being opened; `nil` if opening has ended.
    var onOpening: ((RememberedServer?) -> Void)?
    private let surroundings: Surroundings
    /// The photos on the screen.
    private var shown: Serving?
    /// Photos that are being opened and aren't on the screen yet.
    private var opening: Serving?
    /// The tasks that served earlier photos, until they end.
    private var ending: [Task<Void, Never>] = []
    private var count = 0

    init(in surroundings: Surroundings) {
        self.surroundings = surroundings
    }

    /// Whether the app serves the photos on the screen.
    var isShown: Bool { shown != nil }

    /// The folder on the screen; `nil` for the demo, or if there isn't one or it isn't served anymore.
    var server: RememberedServer? { shown?.server }

    /// The folder that is being opened; `nil` for the demo or if there isn't one.
    var openingServer: RememberedServer? { opening?.server }

    /// Starts serving photos. The current photos are served until the new ones are ready.
    /// - Parameter server: The server to remember; `nil` for the demo.
    func open(_ photos: FolderServer, as server: RememberedServer?) {
        end(&opening)
        count += 1
        let number = count
        let task = Task { [weak self, surroundings, ending] in
            // The same photos may still be served, or their index may still be being deleted.
            for task in ending { await task.value }
            await surroundings.deletions.finish()
            do {
                try await photos.run(in: surroundings) {
                    self?.leftOut(number, $0)
                } onAccepting: { url in
                    // The user may have chosen another server in the meantime.
                    if !Task.isCancelled { self?.opened(number, at: url) }
                }
            } catch {
                guard !Task.isCancelled else { return }
                surroundings.report(error)
                self?.failed(number, photos)
            }
        }
        opening = Serving(number: number, server: server, task: task)
        onOpening?(server)
    }

    /// Stops opening photos that aren't on the screen yet.
    func endOpening() {
        guard opening != nil else { return }
        end(&opening)
        onOpening?(nil)
    }

    /// Stops serving the photos on the screen.
    func endShown() {
        end(&shown)
    }

    /// Waits until only the photos that are on the screen or being opened are still served.
    func waitForEnd() async {
        for task in ending { await task.value }
    }

    private func opened(_ number: Int, at url: URL) {
        guard let opened = opening, opened.number == number else { return }
        do {
            let address = try ServerAddress(url.absoluteString)
            opening = nil
            endShown()
            shown = opened
            onOpened?(address, opened.server)
            if let files = opened.leftOut { onLeftOut?(files) }
            // Called last, because the index of a folder that isn't shown or being opened may be deleted.
            onOpening?(nil)
        } catch {
            surroundings.report(error)
        }
    }

    private func leftOut(_ number: Int, _ files: LeftOutFiles) {
        if opening?.number == number { opening?.leftOut = files }
        guard shown?.number == number else { return }
        shown?.leftOut = files
        onLeftOut?(files)
    }

    /// Handles photos that can't be served. If they are on the screen, the loaded content stays there, and they can be
    /// opened again.
    private func failed(_ number: Int, _ photos: FolderServer) {
        if shown?.number == number {
            shown?.server = nil
        } else if let opening, opening.number == number {
            endOpening()
            onFailed?(photos, opening.server)
        }
    }

    private func end(_ served: inout Serving?) {
        guard let task = served?.task else { return }
        served = nil
        task.cancel()
        ending.append(task)
    }
}

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
            folder: folder.path, at: ServerLocation(port: 0, basePath: secret),
            environment: surroundings.environment, timeZone: .current)
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
