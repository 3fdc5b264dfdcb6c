import Synchronization

/// What a health check wants to know about the folder and its catalog.
final class FolderCondition: Sendable {
    struct Value: Hashable, Sendable {
        /// Whether the folder is there and can be read.
        var isFolderReadable = true
        /// Whether requests are answered: at least the first photos are known.
        var isFirstPartPublished = false
        /// Whether the folder has been read to the end.
        var isComplete = false
    }

    private let current = Mutex(Value())

    var value: Value { current.withLock { $0 } }

    /// Notes that requests are answered.
    /// - Returns: `false` if that was known.
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
