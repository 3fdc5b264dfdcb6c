import Foundation
import HTTPTransport

/// The origins that couldn't be connected to, with their errors.
struct UnreachableOrigins: Sendable {
    private var errors: [Origin: any Error] = [:]

    /// Adds the URL's origin if the error means that the origin can't be connected to.
    mutating func insert(_ error: any Error, of url: URL) {
        guard case .connectivity(let cause)? = error as? RemoteError, let cause = cause as? HTTPClientError,
            cause.isWithoutConnection, let origin = cause.redirectedTo ?? Origin(url)
        else { return }
        errors[origin] = error
    }

    /// Returns whether all of the URLs are known to be unreachable.
    func areAll(of urls: some Sequence<URL>) -> Bool {
        !errors.isEmpty && urls.allSatisfy { error(for: $0) != nil }
    }

    /// Returns why the URL can't be reached; `nil` if it may be reachable.
    func error(for url: URL) -> (any Error)? {
        errors.isEmpty ? nil : Origin(url).flatMap { errors[$0] }
    }
}
