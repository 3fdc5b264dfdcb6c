public import HTTPTransport

/// The use case "Find server": asks the addresses that a person may mean for the feed's first page, one after another,
/// and delivers the first that has it. Saves nothing: wrong addresses leave nothing on the disk.
public struct FindServer: Sendable {
    private let loadFeed: LoadFeedFromRemote

    /// Creates the use case without sending a request.
    /// - Parameter client: The client that sends the requests.
    public init(client: any HTTPClient) {
        loadFeed = LoadFeedFromRemote(client: client)
    }

    /// Returns the first address that answers with a feed, without the name and the password.
    ///
    /// Goes on to the next address if one gives no answer. Any answer other than a feed ends the search: the next
    /// address would be another server.
    /// - Parameters:
    ///   - typed: What the person typed.
    ///   - signIn: The name and the password, sent to each address that is asked.
    /// - Throws: ``FindServerError``, or `CancellationError`.
    public func find(_ typed: TypedServerAddress, signIn: SignIn? = nil) async throws -> ServerAddress {
        var failure: FindServerError?
        for address in typed.candidates {
            do {
                _ = try await loadFeed.load(address.signedIn(signIn).feed())
                return address
            } catch let error as RemoteError {
                failure = FindServerError(address: address, remote: error)
                guard case .connectivity = error else { break }
            }
        }
        guard let failure else { preconditionFailure("no address was typed") }
        throw failure
    }
}

/// No feed was found where the person looked for it.
public struct FindServerError: Error {
    /// The address that was asked last.
    public let address: ServerAddress
    /// Why it gave no feed.
    public let remote: RemoteError

    /// Creates the error of an address.
    public init(address: ServerAddress, remote: RemoteError) {
        self.address = address
        self.remote = remote
    }
}

extension FindServerError: PresentableError {
    public func message(in language: Language) -> String {
        remote.message(at: address, in: language)
    }
}
