import HTTPTransport

/// What a person is told when something could not be loaded: what happened, and what to do (B188).
public enum ErrorMessage {
    /// The most characters of an address that are shown.
    private static let maximumAddressLength = 100

    /// One line in the language. Never contains a path or what a server said, and no address but that of the server,
    /// without its user info.
    public static func text(for error: any Error, in language: Language) -> String {
        switch error {
        case let error as LoadFeedError: text(for: error, in: language)
        case let error as RemoteError: text(for: error, in: language)
        case let error as FindServerError: text(for: error.remote, at: error.address, in: language)
        default: SharedStrings.table.text(.unexpected, in: language)
        }
    }

    /// Names the missing connection first, then that nothing valid is saved.
    private static func text(for error: LoadFeedError, in language: Language) -> String {
        let saved =
            error.cache == nil
            ? FeedStrings.table.text(.nothingSaved, in: language)
            : SharedStrings.table.text(.unreadableCache, in: language)
        guard let remote = error.remote else { return saved }
        return text(for: remote, at: error.address, in: language) + " " + saved
    }

    /// Of a load of the feed, from whose address something else may have come.
    private static func text(for error: RemoteError, at address: ServerAddress?, in language: Language) -> String {
        guard error.isNoFeed, let address else { return text(for: error, in: language) }
        let shown = address.displayText
        let cut = shown.count > maximumAddressLength ? shown.prefix(maximumAddressLength) + "…" : shown[...]
        return SharedStrings.table.text(.noFeedFound, in: language, String(cut))
    }

    private static func text(for error: RemoteError, in language: Language) -> String {
        let table = SharedStrings.table
        switch error {
        case .connectivity(let cause):
            return table.text(key(forConnectivity: (cause as? HTTPClientError)?.kind), in: language)
        case .invalidData(.status(401)):
            return table.text(.signInNeeded, in: language)
        case .invalidData(.status(let status)) where status == 404 || status == 410:
            return table.text(.notFound, in: language, String(status))
        case .invalidData(.status(let status)):
            return table.text(.serverError, in: language, String(status))
        case .invalidData(.malformed), .invalidData(.empty):
            return table.text(.invalidData, in: language)
        case .invalidData(.notAnImage):
            return table.text(.notAnImage, in: language)
        case .invalidData(.refused(let error)):
            return table.text(key(forRefused: error.kind), in: language)
        }
    }

    private static func key(forRefused kind: HTTPClientError.Kind) -> SharedStrings {
        switch kind {
        case .tooLarge: .tooLarge
        case .privateAddress: .privateAddress
        default: .redirect
        }
    }

    private static func key(forConnectivity kind: HTTPClientError.Kind?) -> SharedStrings {
        switch kind {
        case .refused: .noConnectionRefused
        case .nameNotFound: .noConnectionName
        case .connectTimeout, .timeout: .noConnectionTimeout
        case .cut, .malformed, .reset: .noConnectionCut
        case .insecure: .noConnectionInsecure
        default: .noConnection
        }
    }
}
