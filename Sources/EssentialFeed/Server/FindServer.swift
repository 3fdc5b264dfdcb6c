public import HTTPTransport

/// The use case "Find server": asks the addresses that a person may mean for the feed's first page, one after the other,
/// and delivers the first that has it. Nothing is saved.
public struct FindServer: Sendable {
    private let loadFeed: LoadFeedFromRemote

    public init(client: any HTTPClient) {
        loadFeed = LoadFeedFromRemote(client: client)
    }

    /// An address from which no answer comes is passed over for the next one; any other answer than a feed ends the
    /// search: whatever comes next would be another server.
    /// - Parameter signIn: goes to each address that is asked.
    /// - Returns: the address that answered, without the name and the password.
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
    public let remote: RemoteError

    public init(address: ServerAddress, remote: RemoteError) {
        self.address = address
        self.remote = remote
    }
}

extension RemoteError {
    /// Whether the server wants to know who asks, and was not told or does not believe it.
    public var isUnauthorized: Bool {
        if case .invalidData(.status(401)) = self { true } else { false }
    }

    /// Whether what answered at the feed's address is no server of feeds, or not at this path.
    var isNoFeed: Bool {
        switch self {
        case .invalidData(.malformed), .invalidData(.empty): true
        case .invalidData(.status(let status)): (400..<500).contains(status) && ![401, 403, 408, 429].contains(status)
        case .invalidData, .connectivity: false
        }
    }
}
