import EssentialFeed
import EssentialFeedHTTP

/// Finds the server at a typed address, using a separate client and no cache, so that wrong addresses leave nothing on
/// the disk.
enum ServerSearch {
    /// - Returns: The address that answered with a feed.
    /// - Throws: `FindServerError`, or `CancellationError`.
    nonisolated static func find(
        _ typed: TypedServerAddress, signIn: SignIn?, network: NetworkSettings
    ) async throws -> ServerAddress {
        try await NetworkHTTPClient.withClient(settings: network) { client in
            try await FindServer(client: client).find(typed, signIn: signIn)
        }
    }
}
