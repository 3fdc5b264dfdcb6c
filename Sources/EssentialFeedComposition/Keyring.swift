import CKeyring
package import EssentialFeed
import Foundation

/// The desktop's keyring. Unless `asksToUnlock` is false, a lookup may ask the user to unlock it; a separate thread
/// waits for that. Without libsecret or a running keyring, the store is unavailable.
package struct Keyring: SignInStore {
    private let asksToUnlock: Bool

    /// Creates the store. libsecret is loaded on the first call.
    package init(asksToUnlock: Bool = true) { self.asksToUnlock = asksToUnlock }

    package func signIn(for server: ServerAddress) async throws -> SignIn? {
        try await Self.call { cancellation in
            var (user, password) = (UnsafeMutablePointer<CChar>?.none, UnsafeMutablePointer<CChar>?.none)
            defer { for text in [user, password] { keyring_free(text) } }
            let isFound = try Self.isDone {
                keyring_look_up(server.displayText, asksToUnlock ? 1 : 0, cancellation, &user, &password, &$0)
            }
            guard isFound else { return nil }
            let texts = [user, password].map { $0.map { String(cString: $0) } ?? "" }
            return SignIn(user: texts[0], password: texts[1])
        }
    }

    package func save(_ signIn: SignIn, for server: ServerAddress) async throws {
        try await Self.call { cancellation in
            // Keyring managers show this label.
            let label = "Essential Feed: \(server.displayText)"
            _ = try Self.isDone {
                keyring_save(server.displayText, signIn.user, signIn.password, label, cancellation, &$0)
            }
        }
    }

    package func removeSignIn(for server: ServerAddress) async throws {
        try await Self.call { cancellation in
            _ = try Self.isDone { keyring_remove(server.displayText, cancellation, &$0) }
        }
    }

    /// Returns `false` if the keyring has no entry. The call is given room for the reason of a failure.
    private static func isDone(_ call: (inout UnsafeMutablePointer<CChar>?) -> KeyringResult) throws -> Bool {
        var reason: UnsafeMutablePointer<CChar>?
        defer { keyring_free(reason) }
        switch call(&reason) {
        case KEYRING_DONE: return true
        case KEYRING_NOTHING: return false
        case KEYRING_LOCKED: throw SignInStoreError.locked
        case KEYRING_CANCELLED: throw CancellationError()
        default: throw SignInStoreError.unavailable(reason: reason.map { String(cString: $0) } ?? "no reason is known")
        }
    }

    private static func call<Value: Sendable>(
        _ work: @escaping @Sendable (OpaquePointer?) throws -> Value
    ) async throws -> Value {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try work(cancellation.pointer) }) }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }
}

/// Cancels a keyring call from any thread.
private final class Cancellation: @unchecked Sendable {
    /// `GCancellable` is thread-safe, this pointer never changes, and it is freed with its last user.
    let pointer = keyring_cancellation_new()

    func cancel() { keyring_cancel(pointer) }

    deinit { keyring_cancellation_free(pointer) }
}
