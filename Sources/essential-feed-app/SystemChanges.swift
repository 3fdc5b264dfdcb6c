import CAdwaita
import GtkKit

/// Watches the system for changes that concern a feed on the screen: the network returns, memory becomes short.
final class SystemChanges {
    private let memoryPressure: MemoryPressure?

    /// - Parameters:
    ///   - onConnection: Called when the network may have returned. (The other sign of that is the window's regaining the
    ///     focus.)
    ///   - onMemoryPressure: Called with `true` when memory becomes short, and with `false` when it is no longer short.
    init(onConnection: @escaping () -> Void, onMemoryPressure: @escaping (Bool) -> Void) {
        memoryPressure = MemoryPressure(onChange: onMemoryPressure)
        guard let monitor = g_network_monitor_get_default() else { return }
        Signal.connect(UnsafeMutableRawPointer(monitor), "network-changed") { _ in
            if g_network_monitor_get_network_available(monitor) != 0 { onConnection() }
        }
    }
}
