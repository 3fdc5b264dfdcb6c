import Synchronization

/// The state of the folder and its catalog, for health checks.
final class FolderStatus: Sendable {
    struct Value: Hashable, Sendable {
        var isFolderReadable = true
        /// Whether the server answers requests, because it has at least the first photos.
        var isFirstPartPublished = false
        var isComplete = false
    }

    private let current = Mutex(Value())

    var value: Value { current.withLock { $0 } }

    /// Records that the server answers requests.
    /// - Returns: `false` if this was already recorded.
    func publishFirstPart() -> Bool {
        current.withLock { value in
            defer { value.isFirstPartPublished = true }
            return !value.isFirstPartPublished
        }
    }

    func change(_ change: (inout Value) -> Void) {
        current.withLock { change(&$0) }
    }
}
