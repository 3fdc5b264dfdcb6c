import Foundation
import HTTPTransport

/// The origins that couldn't be connected to, each with the error that said so.
struct UnreachableOrigins: Sendable {
    private var errors: [Origin: any Error] = [:]

    /// Remembers the origin if the error says that it can't be connected to.
    mutating func insert(_ error: any Error, of url: URL) {
        guard case .connectivity(let cause)? = error as? RemoteError, let cause = cause as? HTTPClientError,
            cause.isWithoutConnection, let origin = cause.redirectedTo ?? Origin(url)
        else { return }
        errors[origin] = error
    }

    /// Returns whether none of the URLs can be reached.
    func areAll(of urls: some Sequence<URL>) -> Bool {
        !errors.isEmpty && urls.allSatisfy { error(for: $0) != nil }
    }

    /// Returns why the URL can't be reached, or `nil` if it may be.
    func error(for url: URL) -> (any Error)? {
        errors.isEmpty ? nil : Origin(url).flatMap { errors[$0] }
    }
}
