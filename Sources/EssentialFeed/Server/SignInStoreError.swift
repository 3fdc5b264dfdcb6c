public import Foundation

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
    public var description: String { Language.english.text(message) }
    public var errorDescription: String? { description }

    package var message: Message {
        switch self {
        case .locked: Message("the keyring with names and passwords is locked")
        case .unavailable(let reason): Message("names and passwords can’t be saved or retrieved: \(reason)")
        }
    }
}
