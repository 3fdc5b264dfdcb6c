import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore

/// The user's places in the servers' feeds. The file is read and written in order, off the main thread.
final class FeedPlaces {
    private let file: FeedPlacesFile
    private let disk: DiskWork
    /// The last saved place.
    private var saved: (server: RememberedServer, place: FeedPlace)?

    init(in surroundings: Surroundings) {
        file = FeedPlacesFile(environment: surroundings.environment, report: surroundings.report)
        disk = surroundings.disk
    }

    /// Reads the user's place in the feed of a server; `nil` if the place isn't known.
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

/// Deletes everything that the app stores about a server that the user has removed.
struct ForgetServer {
    let settings: SettingsKeeper
    let signIns: SignInKeeper
    let places: FeedPlaces
    let caches: ServerCaches
    let surroundings: Surroundings

    /// Deletes the stored data of a server. The server must not be in use: its session and its folder are closed.
    /// - Throws: `StoreError`, or a file system error. The remaining data is still deleted.
    func forget(_ server: RememberedServer) async throws {
        settings.change { $0.seenFeeds.forget(server.text) }
        places.remove(at: server)
        switch server {
        case .address(let address):
            signIns.remove(for: address)
            settings.change { $0.trustedCertificates[address.displayText] = nil }
            try await caches.delete(of: address)
        case .folder(let url):
            try await FolderServer(folder: url, keepsIndex: true).deleteState(in: surroundings)
        }
    }
}
