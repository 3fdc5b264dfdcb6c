/// What a person is told when something could not be loaded: what happened, and what to do (B188).
public enum ErrorMessage {
    /// One line in the language. Never contains an address, a path or what a server said.
    public static func text(for error: any Error, in language: Language) -> String {
        switch error {
        case let error as LoadFeedError: text(for: error, in: language)
        case let error as RemoteError: text(for: error, in: language)
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
        return text(for: remote, in: language) + " " + saved
    }

    private static func text(for error: RemoteError, in language: Language) -> String {
        let table = SharedStrings.table
        switch error {
        case .connectivity(let cause):
            return table.text(key(forConnectivity: (cause as? HTTPClientError)?.kind), in: language)
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
