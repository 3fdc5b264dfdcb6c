import EssentialFeed
import EssentialFeedComposition
import EssentialFeedGTK
import EssentialFeedServer
import EssentialFeedStore
import Foundation

/// Serves folders inside the app: the one on the screen and the one being opened.
final class FolderServing {
    private let app: AppComposition
    private var serving: [Int: Task<Void, Never>] = [:]

    init(in app: AppComposition) {
        self.app = app
        app.model.observe(self) { $0.stateChanged(to: $2) }
    }

    private func stateChanged(to state: AppState) {
        for (number, task) in serving where number != state.open?.number && number != state.opening?.number {
            serving[number] = nil
            task.cancel()
            app.tasks.add { await task.value }
        }
        if let opening = state.opening, serving[opening.number] == nil { serve(opening.photos, opening.number) }
    }

    private func serve(_ photos: FolderServer, _ number: Int) {
        serving[number] = Task { [model = app.model, tasks = app.tasks, environment = app.environment] in
            // If this task was cancelled before it began, the tasks wait for it: waiting for them would be a deadlock.
            guard !Task.isCancelled else { return }
            // Another task may still be serving the same photos, or deleting their index.
            await tasks.finish()
            await environment.deletions.finish()
            do {
                try await photos.run(in: environment) {
                    model.send(.photosLeftOut(number, $0))
                } onAccepting: { url in
                    do {
                        let address = try ServerAddress(url.absoluteString).withSecretPath
                        model.send(.photosOpened(number, address))
                        guard let root = photos.albumRoot else { return }
                        let albums = await environment.disk.run { FolderAlbums.find(in: root) }
                        model.send(.albumsFound(number, albums))
                    } catch {
                        environment.report(error)
                    }
                }
            } catch {
                guard !Task.isCancelled else { return }
                environment.report(error)
                let reason = (error as? EarlierVersionError).map {
                    environment.start.language.text(.folderOfEarlierVersion, $0.path)
                }
                model.send(.photosFailed(number, reason: reason))
            }
        }
    }
}

nonisolated extension LeftOutFiles.Reason {
    var text: ScreenStrings {
        switch self {
        case .notAnImage: .notAPhoto
        case .incomplete: .incompleteFile
        case .empty: .emptyFile
        case .unreadable: .unreadableFile
        case .undecodable: .undecodableFile
        }
    }
}
