/// Limits how many folders tests follow at once: the system grants a user 128 instances of inotify.
actor FollowedFolders {
    static let shared = FollowedFolders()

    private var free = 16
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs the work when there is a place for it.
    nonisolated func one<Value: Sendable>(_ work: @Sendable () async throws -> Value) async rethrows -> Value {
        await take()
        do {
            let value = try await work()
            await giveBack()
            return value
        } catch {
            await giveBack()
            throw error
        }
    }

    private func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func giveBack() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
