import Synchronization

/// Says how soon a request is needed, and that it is needed sooner, while it runs (N022). One for each request.
public final class ImageTicket: Sendable {
    private struct State {
        var priority: ImagePriority
        var onRaise: (@Sendable (ImagePriority) -> Void)?
    }

    private let state: Mutex<State>

    public init(_ priority: ImagePriority) {
        state = Mutex(State(priority: priority))
    }

    /// The highest so far.
    public var priority: ImagePriority { state.withLock { $0.priority } }

    /// May come at any time, before the request began and after it ended as well. Never lowers, so that the order of
    /// several means nothing.
    public func raise(to priority: ImagePriority) {
        let onRaise = state.withLock { state in
            guard priority > state.priority else { return nil as (@Sendable (ImagePriority) -> Void)? }
            state.priority = priority
            return state.onRaise
        }
        onRaise?(priority)
    }

    /// The one that performs the request listens from now on.
    /// - Returns: the priority up to then.
    func attach(_ onRaise: @escaping @Sendable (ImagePriority) -> Void) -> ImagePriority {
        state.withLock { state in
            state.onRaise = onRaise
            return state.priority
        }
    }

    /// The request has ended.
    func detach() {
        state.withLock { $0.onRaise = nil }
    }
}
