public import Foundation
public import HTTPTransport

/// Why a request to the server failed.
///
/// The exit status, the message and the decision to retry are each derived from this error in one place. Two errors are
/// equal if the same thing happened; causes are compared only if they are an `HTTPClientError`.
public enum RemoteError: Error, Equatable {
    /// The answer is missing or incomplete, for the given reason.
    case connectivity(any Error)
    /// The server's answer can't be used.
    case invalidData(InvalidData)

    /// Whether the server asks for a name and password, or rejects those that were sent.
    public var isUnauthorized: Bool {
        if case .invalidData(.status(401)) = self { true } else { false }
    }

    /// Whether the answer means that the address has no feed.
    var isNoFeed: Bool {
        switch self {
        case .invalidData(.malformed), .invalidData(.empty): true
        case .invalidData(.status(let status)): (400..<500).contains(status) && ![401, 403, 408, 429].contains(status)
        case .invalidData, .connectivity: false
        }
    }

    /// Whether the same request may succeed later.
    public var isTransient: Bool {
        switch self {
        case .connectivity: true
        case .invalidData(.status(let status)): (502...504).contains(status)
        case .invalidData: false
        }
    }

    public static func == (left: RemoteError, right: RemoteError) -> Bool {
        switch (left, right) {
        case (.connectivity(let left), .connectivity(let right)):
            left as? HTTPClientError == right as? HTTPClientError
        case (.invalidData(let left), .invalidData(let right)): left == right
        default: false
        }
    }
}

/// Why an answer can't be used. Two malformed answers are equal even if their errors differ.
public enum InvalidData: Error, Equatable {
    /// The answer has this status.
    case status(Int)
    /// The body doesn't follow the contract.
    case malformed(any Error)
    /// The body is empty although data is expected.
    case empty
    /// The data isn't an image.
    case notAnImage
    /// The client rejected the answer: it is too large, or redirects to an address that clients don't follow.
    case refused(HTTPClientError)

    public static func == (left: InvalidData, right: InvalidData) -> Bool {
        switch (left, right) {
        case (.status(let left), .status(let right)): left == right
        case (.refused(let left), .refused(let right)): left == right
        case (.malformed, .malformed), (.empty, .empty), (.notAnImage, .notAnImage): true
        default: false
        }
    }
}

extension HTTPClient {
    func response(to request: DataRequest) async throws -> DataResponse {
        do {
            try Task.checkCancellation()
            let response = try await load(request)
            try Task.checkCancellation()
            return response
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            if let error = error as? HTTPClientError, error.isUnusableResponse {
                throw RemoteError.invalidData(.refused(error))
            }
            throw RemoteError.connectivity(error)
        }
    }
}

extension DataResponse {
    func decoded<Value>(by decode: (Data) throws -> Value) throws(RemoteError) -> Value {
        do {
            return try decode(body)
        } catch {
            throw .invalidData(.malformed(error))
        }
    }
}

extension RemoteError: CustomStringConvertible, LocalizedError {
    /// The message in English, followed by the cause if the message doesn't name it.
    public var description: String {
        let message = message(in: .english)
        return switch self {
        case .connectivity(let cause as HTTPClientError) where cause.kind != .other: message
        case .connectivity(let cause), .invalidData(.malformed(let cause)):
            "\(message) (\(PlainText.line("\(cause)")))"
        case .invalidData: message
        }
    }
}

extension InvalidData: CustomStringConvertible, LocalizedError {
    /// The message of ``RemoteError/invalidData(_:)``.
    public var description: String { RemoteError.invalidData(self).description }
    public var errorDescription: String? { description }
}

extension RemoteError: PresentableError {
    package func message(in language: Language) -> String { language.text(text) }

    var text: Message {
        switch self {
        case .connectivity(let cause): Self.text(forConnectivity: (cause as? HTTPClientError)?.kind)
        case .invalidData(.status(401)): SignInRequest.needed.text
        case .invalidData(.status(let status)) where status == 404 || status == 410:
            Message("The server no longer has this photo (status \(status)). Refresh the feed.")
        case .invalidData(.status(let status)):
            Message("The server answered with an error (status \(status)). Try again later.")
        case .invalidData(.malformed), .invalidData(.empty):
            Message("The server’s answer couldn’t be understood. Check the server’s address.")
        case .invalidData(.notAnImage):
            Message("The server sent something other than a photo. Check the server’s address.")
        case .invalidData(.refused(let error)): Self.text(forRefused: error.kind)
        }
    }

    package func message(refusal: SignInRequest, in language: Language) -> String {
        isUnauthorized ? refusal.message(in: language) : message(in: language)
    }

    /// The maximum length of a displayed address.
    private static let maximumAddressLength = 100

    /// Returns the message for a load of the feed. If the address has no feed, the message contains the address.
    func message(at address: ServerAddress?, refusal: SignInRequest, in language: Language) -> String {
        guard isNoFeed, let address else { return message(refusal: refusal, in: language) }
        let shown = address.displayText
        let cut = shown.count > Self.maximumAddressLength ? shown.prefix(Self.maximumAddressLength) + "…" : shown[...]
        return language.text(Message("No feed found at \(cut); is this the server’s address?"))
    }

    static func text(forRefused kind: HTTPClientError.Kind) -> Message {
        switch kind {
        case .tooLarge:
            Message("The server’s answer is too large and was refused. Check the server’s address.")
        case .privateAddress:
            Message("The server redirects into your own network, which it isn’t part of. Check the server’s address.")
        default:
            Message("The server redirects to an address that isn’t allowed. Check the server’s address.")
        }
    }

    static func text(forConnectivity kind: HTTPClientError.Kind?) -> Message {
        switch kind {
        case .refused:
            Message(
                "Couldn’t connect to the server: nothing answers at its address. Try again later, or ask the server’s owner."
            )
        case .nameNotFound:
            Message(
                "Couldn’t connect to the server: its name can’t be found. Check the address and the network, then try again."
            )
        case .connectTimeout, .timeout:
            Message("Couldn’t connect to the server: it took too long to answer. Try again later.")
        case .cut, .malformed, .reset: Message("The connection was interrupted. Try again.")
        case .insecure:
            Message(
                "The connection isn’t secure: the server’s certificate couldn’t be verified. Check the address, or ask the server’s owner."
            )
        case .notTLS:
            Message("The connection isn’t secure: the server doesn’t use encryption. Check the address and the port.")
        case .untrustedCertificate(let fingerprint):
            Message("The server’s certificate isn’t trusted. Its SHA-256 fingerprint is \(fingerprint).")
        case .changedCertificate(let fingerprint):
            Message(
                "The server’s certificate isn’t the one that you trust. Its SHA-256 fingerprint is now \(fingerprint).")
        case .unencryptedSignIn:
            Message(
                "This server doesn’t use encryption, so others in the network could read your name and password. To send them anyway, write http:// before the address."
            )
        default: Message("Couldn’t connect to the server. Check the network, then try again.")
        }
    }
}
