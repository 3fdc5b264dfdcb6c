public import Foundation

/// Saves names and passwords for servers. Each method throws ``SignInStoreError`` or `CancellationError`.
package protocol SignInStore: Sendable {
    func signIn(for server: ServerAddress) async throws -> SignIn?
    func save(_ signIn: SignIn, for server: ServerAddress) async throws
    func removeSignIn(for server: ServerAddress) async throws
}

extension SignInRequest {
    /// Derives what a server wants from its refusal of a request.
    package init(refusing saved: Result<SignIn?, any Error>, isInvitation: Bool) {
        self =
            switch saved {
            case .success(.some): isInvitation ? .invitation : .refused
            case .failure(SignInStoreError.locked): .locked
            case .success(.none), .failure: .needed
            }
    }
}

/// A store with a fallback for when the first store is unavailable or has nothing saved. The fallback never keeps a
/// duplicate of the first store's data.
package struct FallbackSignInStore: SignInStore {
    private let first: any SignInStore
    private let fallback: any SignInStore

    package init(_ first: any SignInStore, fallback: any SignInStore) {
        self.first = first
        self.fallback = fallback
    }

    package func signIn(for server: ServerAddress) async throws -> SignIn? {
        do {
            if let signIn = try await first.signIn(for: server) { return signIn }
        } catch SignInStoreError.unavailable {
            // The fallback is used in this case.
        }
        return try await fallback.signIn(for: server)
    }

    package func save(_ signIn: SignIn, for server: ServerAddress) async throws {
        do {
            try await first.save(signIn, for: server)
        } catch SignInStoreError.unavailable {
            return try await fallback.save(signIn, for: server)
        }
        // The fallback may have older ones.
        try await fallback.removeSignIn(for: server)
    }

    /// Removes the name and password from both stores, even if the first one is locked.
    package func removeSignIn(for server: ServerAddress) async throws {
        try await fallback.removeSignIn(for: server)
        do {
            try await first.removeSignIn(for: server)
        } catch SignInStoreError.unavailable {
            // An unavailable store has nothing within this program's reach.
        }
    }
}

/// A name and password can't be saved or retrieved.
public enum SignInStoreError: Error, Hashable {
    /// The store is locked, and wasn't unlocked.
    case locked
    /// The store is missing or doesn't work, for the given reason.
    case unavailable(reason: String)

    /// Whether a later attempt may succeed on its own.
    public var isTransient: Bool { self == .locked }
}

extension SignInStoreError: LocalizedError, TranslatedError {
    package var message: Message {
        switch self {
        case .locked: Message("the keyring with names and passwords is locked")
        case .unavailable(let reason): Message("names and passwords can’t be saved or retrieved: \(reason)")
        }
    }
}
