import Foundation
import NIOPosix

/// Waits after a deletion or an edit until what was deleted is in no file any more, while others continue writing.
struct Erase: Sendable {
    private static let attempts = 60
    private static let interval = Duration.milliseconds(50)

    let friends: any FriendsStore
    let threads: NIOThreadPool

    /// - Throws: ``FriendsError/notErased`` if a reader of the database takes longer than a few seconds; the deletion
    ///   stays in effect. `CancellationError`.
    func callAsFunction() async throws {
        for _ in 0..<Self.attempts {
            if try await threads.runIfActive({ friends.isErased() }) { return }
            try await Task.sleep(for: Self.interval)
        }
        throw FriendsError.notErased
    }

    /// Does the same on the current thread, for a command.
    static func wait(for friends: any FriendsStore) throws(FriendsError) {
        for _ in 0..<attempts {
            if friends.isErased() { return }
            Thread.sleep(forTimeInterval: interval / .seconds(1))
        }
        throw .notErased
    }
}
