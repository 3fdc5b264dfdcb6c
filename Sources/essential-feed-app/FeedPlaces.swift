import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore

/// The user's places in the servers' feeds. The file is read and written in order, off the main thread.
final class FeedPlaces {
    private let file: FeedPlacesFile
    private let disk: DiskWork
    private var saved: (server: RememberedServer, place: FeedPlace)?

    init(in environment: AppEnvironment) {
        file = FeedPlacesFile(environment: environment.variables, report: environment.report)
        disk = environment.disk
    }

    func place(at server: OpenServer) -> Task<FeedPlace?, Never> {
        guard let saved = server.saved, server.isKept else { return Task { nil } }
        return Task.detached { [file, disk] in await disk.run { file.place(at: saved) } }
    }

    func save(_ place: FeedPlace, at server: RememberedServer) {
        guard saved?.server != server || saved?.place != place else { return }
        saved = (server, place)
        disk.add { [file] in file.save(place, at: server) }
    }

    func remove(at server: RememberedServer) {
        if saved?.server == server { saved = nil }
        disk.add { [file] in file.remove(at: server) }
    }
}
