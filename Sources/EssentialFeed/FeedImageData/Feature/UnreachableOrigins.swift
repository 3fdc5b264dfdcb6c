import Foundation
import HTTPTransport

/// The origins to which there was no connection, each with the error that said so.
struct UnreachableOrigins: Sendable {
    private var errors: [Origin: any Error] = [:]

    /// Takes in why the URL did not load.
    mutating func insert(_ error: any Error, of url: URL) {
        guard case .connectivity(let cause)? = error as? RemoteError, let cause = cause as? HTTPClientError,
            cause.isWithoutConnection, let origin = cause.redirectedTo ?? Origin(url)
        else { return }
        errors[origin] = error
    }

    /// Whether there is no use in asking for any of the URLs.
    func areAll(of urls: some Sequence<URL>) -> Bool {
        !errors.isEmpty && urls.allSatisfy { error(for: $0) != nil }
    }

    /// Why there is no use in asking for the URL; `nil` where there may be.
    func error(for url: URL) -> (any Error)? {
        errors.isEmpty ? nil : Origin(url).flatMap { errors[$0] }
    }
}
