import Synchronization

/// Raises the priority of a request while it runs. A ticket serves one request at a time.
public final class ImageTicket: Sendable {
    private struct State {
        var priority: ImagePriority?
        var onRaise: (@Sendable (ImagePriority) -> Void)?
    }

    private let state = Mutex(State())

    /// Creates a ticket that leaves its request's priority as it is.
    public init() {}

    /// The priority that the ticket has been raised to, or `nil`.
    public var priority: ImagePriority? { state.withLock { $0.priority } }

    /// Raises the request's priority; never lowers it.
    ///
    /// May be called from any thread and at any time, even before the request begins and after it has ended.
    public func raise(to priority: ImagePriority) {
        let onRaise = state.withLock { state -> (@Sendable (ImagePriority) -> Void)? in
            guard state.priority.map({ priority > $0 }) ?? true else { return nil }
            state.priority = priority
            return state.onRaise
        }
        onRaise?(priority)
    }

    /// Connects the ticket to its request.
    /// - Returns: The priority that the ticket has been raised to so far.
    func attach(_ onRaise: @escaping @Sendable (ImagePriority) -> Void) -> ImagePriority? {
        state.withLock { state in
            state.onRaise = onRaise
            return state.priority
        }
    }

    /// Disconnects the ticket from its request, which has ended.
    func detach() {
        state.withLock { $0.onRaise = nil }
    }
}
