/// Saves the names and passwords that servers ask for.
public protocol SignInStore: Sendable {
    /// Returns the name and the password that were saved last for a server, or `nil` if none were.
    /// - Throws: ``SignInStoreError``, or `CancellationError`.
    func signIn(for server: ServerAddress) async throws -> SignIn?

    /// Saves a name and a password for a server, in place of those saved before.
    /// - Throws: ``SignInStoreError``, or `CancellationError`.
    func save(_ signIn: SignIn, for server: ServerAddress) async throws

    /// Removes the name and the password of a server, if any were saved.
    /// - Throws: ``SignInStoreError``, or `CancellationError`.
    func removeSignIn(for server: ServerAddress) async throws
}

/// A name and a password can't be saved or retrieved.
public enum SignInStoreError: Error, Hashable {
    /// The store is locked, and the person doesn't want to unlock it.
    case locked
    /// There is no such store here, or it doesn't work, for the reason that the text gives.
    case unavailable(reason: String)

    /// Whether a later attempt may succeed without anything else being changed.
    public var isTransient: Bool { self == .locked }
}

extension SignInStoreError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .locked: "the keyring with names and passwords is locked"
        case .unavailable(let reason): "names and passwords cannot be saved or retrieved: \(reason)"
        }
    }
}

/// A store with another one behind it, for what the first one can't do because it is unavailable.
public struct FallbackSignInStore: SignInStore {
    private let first: any SignInStore
    private let fallback: any SignInStore

    /// Creates a store of two.
    /// - Parameters:
    ///   - first: Is always asked first.
    ///   - fallback: Is asked if the first one is unavailable or, for a name and a password, has none.
    public init(_ first: any SignInStore, fallback: any SignInStore) {
        self.first = first
        self.fallback = fallback
    }

    public func signIn(for server: ServerAddress) async throws -> SignIn? {
        do {
            if let signIn = try await first.signIn(for: server) { return signIn }
        } catch SignInStoreError.unavailable {
            // The fallback is for just that.
        }
        return try await fallback.signIn(for: server)
    }

    public func save(_ signIn: SignIn, for server: ServerAddress) async throws {
        do {
            try await first.save(signIn, for: server)
        } catch SignInStoreError.unavailable {
            try await fallback.save(signIn, for: server)
        }
    }

    /// Removes them from both stores.
    public func removeSignIn(for server: ServerAddress) async throws {
        do {
            try await first.removeSignIn(for: server)
        } catch SignInStoreError.unavailable {
            // Then nothing is saved there that this program could reach.
        }
        try await fallback.removeSignIn(for: server)
    }
}
