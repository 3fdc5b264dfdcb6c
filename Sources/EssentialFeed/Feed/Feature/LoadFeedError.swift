/// There is no feed to show: the server gave none, and nothing valid is saved (B157).
///
/// Two are equal where the server failed for the same reason, and the cache could be read in both or in neither.
public struct LoadFeedError: Error, Equatable {
    /// Why the server gave none; `nil` when it was not asked.
    public let remote: RemoteError?
    /// Why the saved feed could not be read; `nil` when there is none, or it has expired.
    public let cache: (any Error)?
    /// The server that was asked; `nil` where it does not matter.
    public let address: ServerAddress?

    public init(remote: RemoteError?, cache: (any Error)? = nil, address: ServerAddress? = nil) {
        self.remote = remote
        self.cache = cache
        self.address = address
    }

    /// Whether trying again may help although nothing changes here.
    public var isTransient: Bool {
        remote?.isTransient ?? false
    }

    public static func == (left: LoadFeedError, right: LoadFeedError) -> Bool {
        left.remote == right.remote && (left.cache == nil) == (right.cache == nil)
    }
}
