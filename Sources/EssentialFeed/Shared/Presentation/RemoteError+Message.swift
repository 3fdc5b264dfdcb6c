import HTTPTransport

extension RemoteError: PresentableError {
    package func message(in language: Language) -> String {
        let table = SharedStrings.table
        switch self {
        case .connectivity(let cause):
            let kind = (cause as? HTTPClientError)?.kind
            return switch kind {
            case .untrustedCertificate(let fingerprint):
                table.text(.certificateUntrusted, in: language, fingerprint.description)
            case .changedCertificate(let fingerprint):
                table.text(.certificateChanged, in: language, fingerprint.description)
            default: table.text(Self.key(forConnectivity: kind), in: language)
            }
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
            return table.text(Self.key(forRefused: error.kind), in: language)
        }
    }

    /// Returns the message. If a name and password were sent, the message for a 401 says that they were rejected.
    package func message(isSignedIn: Bool, in language: Language) -> String {
        isSignedIn && isUnauthorized
            ? SharedStrings.table.text(.signInWrong, in: language) : message(in: language)
    }

    /// The maximum length of a displayed address.
    private static let maximumAddressLength = 100

    /// Returns the message for a load of the feed. If the address has no feed, the message contains the address.
    func message(at address: ServerAddress?, isSignedIn: Bool, in language: Language) -> String {
        guard isNoFeed, let address else {
            return message(isSignedIn: isSignedIn, in: language)
        }
        let shown = address.displayText
        let cut = shown.count > Self.maximumAddressLength ? shown.prefix(Self.maximumAddressLength) + "…" : shown[...]
        return SharedStrings.table.text(.noFeedFound, in: language, String(cut))
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
        case .notTLS: .noConnectionTLS
        case .unencryptedSignIn: .unencryptedSignIn
        default: .noConnection
        }
    }
}
