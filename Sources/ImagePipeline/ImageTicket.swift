import Synchronization

/// Raises the priority of a running request. A ticket serves one request at a time.
public final class ImageTicket: Sendable {
    private struct State {
        var priority: ImagePriority?
        var onRaise: (@Sendable (ImagePriority) -> Void)?
    }

    private let state = Mutex(State())

    /// Creates a ticket that doesn't change its request's priority yet.
    public init() {}

    /// The priority that the ticket has been raised to, or `nil`.
    public var priority: ImagePriority? { state.withLock { $0.priority } }

    /// Raises the request's priority, but never lowers it.
    ///
    /// May be called from any thread at any time, even before the request begins and after it has ended.
    public func raise(to priority: ImagePriority) {
        let onRaise = state.withLock { state -> (@Sendable (ImagePriority) -> Void)? in
            guard state.priority.map({ priority > $0 }) ?? true else { return nil }
            state.priority = priority
            return state.onRaise
        }
        onRaise?(priority)
    }

    /// Connects the ticket to its request.
    /// - Returns: The raised priority, or `nil` if the priority hasn't been raised.
    func attach(_ onRaise: @escaping @Sendable (ImagePriority) -> Void) -> ImagePriority? {
        state.withLock { state in
            state.onRaise = onRaise
            return state.priority
        }
    }

    /// Disconnects the ticket from its finished request.
    func detach() {
        state.withLock { $0.onRaise = nil }
    }
}
