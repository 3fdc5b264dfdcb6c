import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore

struct StoredData {
    let model: AppModel
    let signIns: SignInKeeper
    let places: FeedPlaces
    let environment: AppEnvironment

    private var caches: ServerCaches { ServerCaches(in: environment.start.cacheFolder) }

    /// Deletes the stored data of a server. The server must not be in use: its session and its folder are closed.
    func forget(_ server: RememberedServer) async throws {
        model.changeSettings { $0.seenFeeds.forget(server.text) }
        places.remove(at: server)
        switch server {
        case .address(let address):
            signIns.remove(for: address)
            model.changeSettings { $0.trustedCertificates[address.displayText] = nil }
            try await caches.delete(of: address)
        case .folder(let url):
            try await FolderServer(folder: url, keepsIndex: true).deleteState(in: environment)
        }
    }

    /// Except for the open one. Returns the errors of single caches.
    func clear() async throws -> [StoreError] { try await caches.deleteAll(but: model.state.open?.address) }

    /// Returns `nil` if the disk can't be read.
    func usage(of servers: [RememberedServer]) async -> CacheUsage? {
        do {
            var byServer: [RememberedServer: Int] = [:]
            for server in servers {
                if case .address(let address) = server { byServer[server] = try await caches.byteCount(of: address) }
            }
            return CacheUsage(total: try await caches.byteCount(), byServer: byServer)
        } catch {
            environment.report(error)
            return nil
        }
    }
}

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
