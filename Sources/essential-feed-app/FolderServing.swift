import EssentialFeed
import EssentialFeedStore
import Foundation

/// Serves photos of this machine inside the app: those on the screen, and others that are about to take their place.
final class FolderServing {
    private struct Serving {
        /// Tells it from all others, also from one of the same folder.
        let number: Int
        /// `nil` for the demo, which isn't remembered.
        var server: RememberedServer?
        let task: Task<Void, Never>
    }

    /// Receives the address of photos that are ready to be shown, and the server to remember; `nil` for the demo. The photos
    /// that were shown before are no longer served.
    var onOpened: ((ServerAddress, RememberedServer?) -> Void)?
    /// Receives photos that can't be shown, and the server to remember; `nil` for the demo.
    var onFailed: ((FolderServer, RememberedServer?) -> Void)?
    /// Receives the folder that is being opened; `nil` if there is none any more.
    var onOpening: ((RememberedServer?) -> Void)?
    private let surroundings: Surroundings
    /// The photos on the screen.
    private var shown: Serving?
    /// Other photos, which aren't on the screen yet.
    private var opening: Serving?
    /// Photos that are no longer served, until that has ended.
    private var ending: [Task<Void, Never>] = []
    private var count = 0

    init(in surroundings: Surroundings) {
        self.surroundings = surroundings
    }

    /// Whether the photos on the screen are served by the app.
    var isShown: Bool { shown != nil }

    /// The folder on the screen; `nil` if there is none, if it is the demo, or if it isn't served any more.
    var server: RememberedServer? { shown?.server }

    /// The folder that is being opened; `nil` if there is none, or if it is the demo.
    var openingServer: RememberedServer? { opening?.server }

    /// Begins to serve photos. Those on the screen are served until the others are ready.
    /// - Parameter server: The server to remember; `nil` for the demo.
    func open(_ photos: FolderServer, as server: RememberedServer?) {
        end(&opening)
        count += 1
        let number = count
        let task = Task { [weak self, surroundings, ending] in
            // The same photos may still be served, or what was kept of them may still be being deleted.
            for task in ending { await task.value }
            await surroundings.deletions.finish()
            do {
                try await photos.run(in: surroundings) { url in
                    // The person may have chosen another server in the meantime.
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

    /// Ends the opening of photos that aren't on the screen yet.
    func endOpening() {
        guard opening != nil else { return }
        end(&opening)
        onOpening?(nil)
    }

    /// Ends the serving of the photos on the screen.
    func endShown() {
        end(&shown)
    }

    /// Waits until nothing is served any more but what is on the screen or is being opened.
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
            // Only now, because what is kept of a folder that isn't shown and isn't being opened may be deleted.
            onOpening?(nil)
        } catch {
            surroundings.report(error)
        }
    }

    /// Says that photos can't be shown. If they are on the screen, what is loaded of them stays there, and they can be
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
