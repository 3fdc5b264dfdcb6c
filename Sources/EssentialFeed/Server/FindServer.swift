public import Foundation
public import HTTPTransport

/// The use case "Find server": requests the feed's first page from the possible addresses, one after another, and
/// returns the first one with a feed. Saves nothing: wrong addresses leave no files.
public struct FindServer: Sendable {
    private let loadFeed: LoadFeedFromRemote

    /// Creates the use case without sending a request.
    public init(client: any HTTPClient) { loadFeed = LoadFeedFromRemote(client: client) }

    /// Returns the first address that answers with a feed, as typed by the user: `signIn` isn't added.
    ///
    /// Continues with the next address if one doesn't answer. Any answer other than a feed ends the search, and so does
    /// a certificate error: the next address would be a different server.
    ///
    /// Anyone on the network path could read a name and password sent over `http`. They are sent only if the user typed
    /// the address in full or it is this computer's; if not, the search ends with an error.
    /// - Throws: ``FindServerError``, or `CancellationError`.
    public func find(_ typed: TypedServerAddress, signIn: SignIn? = nil) async throws -> ServerAddress {
        var failure: FindServerError?
        for address in typed.candidates {
            let signsIn = signIn != nil || address.authorization != nil
            let isExposed = address != typed.candidates[0] && address.exposesSignIn
            let asked = isExposed ? address.withoutUserInfo : address.signedIn(signIn)
            do {
                _ = try await loadFeed.load(asked.feed())
                // The address works, but signing in would expose the password.
                guard !(isExposed && signsIn) else { throw FindServerError(unencrypted: address) }
                return address
            } catch let error as RemoteError {
                if isExposed, error.hasAnswer, signsIn || error.isUnauthorized {
                    throw FindServerError(unencrypted: address)
                }
                failure = FindServerError(address: address, remote: error)
                guard !error.hasAnswer else { break }
            }
        }
        guard let failure else { preconditionFailure("no address was typed") }
        throw failure
    }
}

extension RemoteError {
    fileprivate var hasAnswer: Bool {
        guard case .connectivity(let cause) = self else { return true }
        return switch (cause as? HTTPClientError)?.kind {
        case .insecure, .untrustedCertificate, .changedCertificate: true
        default: false
        }
    }
}

/// The search for a server found no feed.
public struct FindServerError: Error {
    /// The last address tried.
    public let address: ServerAddress
    /// Why no feed could be loaded from the address.
    public let remote: RemoteError

    /// Creates the error of an address.
    public init(address: ServerAddress, remote: RemoteError) {
        self.address = address
        self.remote = remote
    }

    /// The certificate, if the server has an untrusted one, for the user to decide whether to trust it.
    package var untrustedCertificate: UntrustedCertificate? {
        guard case .connectivity(let cause) = remote, let error = cause as? HTTPClientError,
            error.redirectedTo == nil
        else { return nil }
        return switch error.kind {
        case .untrustedCertificate(let fingerprint):
            UntrustedCertificate(server: address.withoutUserInfo, fingerprint: fingerprint, isChanged: false)
        case .changedCertificate(let fingerprint):
            UntrustedCertificate(server: address.withoutUserInfo, fingerprint: fingerprint, isChanged: true)
        default: nil
        }
    }

    fileprivate init(unencrypted address: ServerAddress) {
        self.init(address: address, remote: .connectivity(HTTPClientError(.unencryptedSignIn)))
    }
}

extension FindServerError: CustomStringConvertible, LocalizedError, PresentableError {
    package func message(in language: Language) -> String {
        remote.message(at: address, refusal: address.authorization == nil ? .needed : .refused, in: language)
    }
}
