import EssentialFeed
import EssentialFeedComposition
import EssentialFeedStore

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
