import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore

/// Deletes all that the app keeps of a server that the person has removed, wherever it is.
struct ForgetServer {
    let settings: SettingsKeeper
    let signIns: SignInKeeper
    let places: FeedPlaces
    let caches: ServerCaches
    let surroundings: Surroundings

    /// Deletes what is kept of a server. Nothing may use it any more: its session is closed, and what it serves has ended.
    /// - Throws: `StoreError`, or an error of the file system. The rest is deleted all the same.
    func forget(_ server: RememberedServer) async throws {
        settings.change { $0.seenFeeds.forget(server.text) }
        places.remove(at: server)
        switch server {
        case .address(let address):
            signIns.remove(for: address)
            try await caches.delete(of: address)
        case .folder(let url):
            try await FolderServer(folder: url, keepsIndex: true).deleteState(in: surroundings)
        }
    }
}
