import CAdwaita

/// A closure that a C function keeps as a pointer and passes back to a function, which runs it on the main actor.
nonisolated final class Callback<Argument> {
    private let body: @MainActor (Argument) -> Void

    init(_ body: @escaping @MainActor (Argument) -> Void) {
        self.body = body
        LiveCount.handlers.add(1)
    }

    deinit { LiveCount.handlers.add(-1) }

    /// A pointer that keeps the closure alive until ``release`` or ``runOnce(_:_:)``.
    var pointer: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Runs the closure of a pointer. Call this on the main thread.
    static func run(_ pointer: UnsafeMutableRawPointer?, _ argument: Argument) {
        guard let pointer else { return }
        // Nothing leaves the thread that the C function calls on.
        nonisolated(unsafe) let argument = argument
        let body = Unmanaged<Callback>.fromOpaque(pointer).takeUnretainedValue().body
        MainActor.assumeIsolated { body(argument) }
    }

    /// Runs the closure of a pointer for the only time, and releases it.
    static func runOnce(_ pointer: UnsafeMutableRawPointer?, _ argument: Argument) {
        run(pointer, argument)
        release(pointer)
    }
}

/// Releases the object of a pointer that was retained for C.
nonisolated func release(_ pointer: UnsafeMutableRawPointer?) {
    guard let pointer else { return }
    Unmanaged<AnyObject>.fromOpaque(pointer).release()
}
