import HTTPTransport

extension RemoteError: PresentableError {
    package func message(in language: Language) -> String {
        switch self {
        case .connectivity(let cause):
            let kind = (cause as? HTTPClientError)?.kind
            return switch kind {
            case .untrustedCertificate(let fingerprint):
                language.text(SharedStrings.certificateUntrusted, fingerprint.description)
            case .changedCertificate(let fingerprint):
                language.text(SharedStrings.certificateChanged, fingerprint.description)
            default: language.text(Self.key(forConnectivity: kind))
            }
        case .invalidData(.status(401)):
            return language.text(SharedStrings.signInNeeded)
        case .invalidData(.status(let status)) where status == 404 || status == 410:
            return language.text(SharedStrings.notFound, String(status))
        case .invalidData(.status(let status)):
            return language.text(SharedStrings.serverError, String(status))
        case .invalidData(.malformed), .invalidData(.empty):
            return language.text(SharedStrings.invalidData)
        case .invalidData(.notAnImage):
            return language.text(SharedStrings.notAnImage)
        case .invalidData(.refused(let error)):
            return language.text(Self.key(forRefused: error.kind))
        }
    }

    /// Returns the message.
    /// - Parameter refusal: What the server asks for if the error is a 401.
    package func message(refusal: SignInRequest, in language: Language) -> String {
        isUnauthorized ? refusal.message(in: language) : message(in: language)
    }

    /// The maximum length of a displayed address.
    private static let maximumAddressLength = 100

    /// Returns the message for a load of the feed. If the address has no feed, the message contains the address.
    func message(at address: ServerAddress?, refusal: SignInRequest, in language: Language) -> String {
        guard isNoFeed, let address else {
            return message(refusal: refusal, in: language)
        }
        let shown = address.displayText
        let cut = shown.count > Self.maximumAddressLength ? shown.prefix(Self.maximumAddressLength) + "…" : shown[...]
        return language.text(SharedStrings.noFeedFound, String(cut))
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

/// What a server asks the user for before it answers with a feed.
public enum SignInRequest: Hashable, Sendable {
    /// A name and a password.
    case needed
    /// A different name or password than the one sent.
    case refused
    /// A new invitation: the name and password came from a link that isn't valid any more.
    case invitation
}

extension SignInRequest: PresentableError {
    package func message(in language: Language) -> String {
        let text: SharedStrings =
            switch self {
            case .needed: .signInNeeded
            case .refused: .signInWrong
            case .invitation: .invitationEnded
            }
        return language.text(text)
    }
}
