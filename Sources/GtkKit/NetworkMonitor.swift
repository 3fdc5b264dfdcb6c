import CAdwaita

/// The desktop's monitor of the network.
public enum NetworkMonitor {
    /// Runs a closure on the main actor whenever the network may have become available, until the program ends.
    public static func onAvailable(_ action: @escaping () -> Void) {
        guard let monitor = g_network_monitor_get_default() else { return }
        Signal.connect(UnsafeMutableRawPointer(monitor), "network-changed") { _ in
            if g_network_monitor_get_network_available(monitor) != 0 { action() }
        }
    }
}
