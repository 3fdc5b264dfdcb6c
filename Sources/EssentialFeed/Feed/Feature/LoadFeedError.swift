public import Foundation

/// The server sent no feed, and no valid feed is cached.
///
/// Two errors are equal if the server failed for the same reason and the cache was readable in both cases or in
/// neither.
public struct LoadFeedError: Error, Equatable {
    /// Why the server sent no feed; `nil` if it wasn't asked.
    public let remote: RemoteError?
    /// Why the cached feed couldn't be read; `nil` if there is none or it has expired.
    public let cache: (any Error)?
    /// The server that was asked; `nil` if messages don't name it.
    public let address: ServerAddress?

    /// Creates the error of a load.
    public init(remote: RemoteError?, cache: (any Error)? = nil, address: ServerAddress? = nil) {
        self.remote = remote
        self.cache = cache
        self.address = address
    }

    /// Whether the same load may succeed later.
    public var isTransient: Bool { remote?.isTransient ?? false }

    public static func == (left: LoadFeedError, right: LoadFeedError) -> Bool {
        left.remote == right.remote && (left.cache == nil) == (right.cache == nil)
    }
}

extension LoadFeedError: CustomStringConvertible, LocalizedError, PresentableError {
    /// Returns the message: why the server sent no feed, then why no cached feed is shown.
    package func message(in language: Language) -> String {
        message(refusal: address?.authorization == nil ? .needed : .refused, in: language)
    }

    /// - Parameter refusal: What the server asks for if it answered with a 401.
    package func message(refusal: SignInRequest, in language: Language) -> String {
        let saved = language.text(
            cache == nil
                ? Message("No feed was saved in the last seven days.")
                : Message("The saved feed can’t be read. Clear the cache, then load the feed again."))
        guard let remote else { return saved }
        return remote.message(at: address, refusal: refusal, in: language) + " " + saved
    }
}
