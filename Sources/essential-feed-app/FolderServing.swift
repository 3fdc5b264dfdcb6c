import EssentialFeed
import EssentialFeedServer
import EssentialFeedStore
import Foundation

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
