import CAdwaita

/// The desktop's network monitor.
public enum NetworkMonitor {
    /// Whether the desktop reports an available, unmetered network; `true` if the desktop has no network monitor.
    public static var isFree: Bool {
        guard let monitor = g_network_monitor_get_default() else { return true }
        return g_network_monitor_get_network_available(monitor) != 0
            && g_network_monitor_get_network_metered(monitor) == 0
    }

    /// Runs a closure on the main actor whenever the network may have become available, until the program ends.
    public static func onAvailable(_ action: @escaping () -> Void) {
        guard let monitor = g_network_monitor_get_default() else { return }
        Signal.connect(UnsafeMutableRawPointer(monitor), "network-changed") { _ in
            if g_network_monitor_get_network_available(monitor) != 0 { action() }
        }
    }

    /// Runs a closure on the main actor whenever ``isFree`` may have changed, until the program ends.
    public static func onChange(_ action: @escaping () -> Void) {
        guard let monitor = g_network_monitor_get_default() else { return }
        for signal in ["network-changed", "notify::network-metered"] {
            Signal.connect(UnsafeMutableRawPointer(monitor), signal) { _ in action() }
        }
    }
}
