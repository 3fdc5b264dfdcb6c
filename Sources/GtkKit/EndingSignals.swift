import CAdwaita
import CGtkKit

/// Handles SIGINT and SIGTERM: the first signal asks the program to shut down cleanly, and a second one ends the
/// program immediately, even if its main loop is busy. A process can have only one such object at a time.
@MainActor public final class EndingSignals {
    private let onFirst: () -> Void
    private var watch: guint = 0

    /// Handles the signals from now on.
    /// - Parameter onFirst: Called once, on the main actor, after the first signal.
    public init(onFirst: @escaping () -> Void) {
        self.onFirst = onFirst
        let handle = gtkkit_ending_attach()
        guard handle >= 0 else { return }
        let box = Unmanaged.passUnretained(self).toOpaque()
        watch = g_unix_fd_add(
            handle, G_IO_IN,
            { _, _, box in
                let box = UInt(bitPattern: box)
                MainActor.assumeIsolated {
                    guard let box = UnsafeRawPointer(bitPattern: box) else { return }
                    Unmanaged<EndingSignals>.fromOpaque(box).takeUnretainedValue().begin()
                }
                return gboolean(0)
            }, box)
    }

    isolated deinit {
        stop()
    }

    /// Restores the default: each signal ends the program immediately.
    public func stop() {
        gtkkit_ending_detach()
        if watch != 0 { g_source_remove(watch) }
        watch = 0
    }

    private func begin() {
        // The callback's result removes the source.
        watch = 0
        onFirst()
    }
}
