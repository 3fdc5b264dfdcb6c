import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore

/// Where the person was in the feeds of the servers. The file is read and written in order, away from the main thread.
final class FeedPlaces {
    private let file: FeedPlacesFile
    private let disk: DiskWork
    /// What was saved last.
    private var saved: (server: RememberedServer, place: FeedPlace)?

    init(in surroundings: Surroundings) {
        file = FeedPlacesFile(environment: surroundings.environment, report: surroundings.report)
        disk = surroundings.disk
    }

    /// Reads where the person was in the feed of a server; `nil` if that isn't known.
    func place(at server: RememberedServer) -> Task<FeedPlace?, Never> {
        Task.detached { [file, disk] in await disk.run { file.place(at: server) } }
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
