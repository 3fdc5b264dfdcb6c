package import CAdwaita
import CGtkKit
import Foundation

/// Handles SIGINT, SIGTERM and SIGHUP (unless `nohup` ignores SIGHUP): the first signal asks the program to shut down
/// cleanly, and a second one ends the program at once. While the main loop is busy, only a repetition of the same signal
/// does. A repeated SIGHUP is ignored. A process can have only one such object at a time.
@MainActor package final class TerminationSignals {
    private var sources: [Int32: guint] = [:]
    private var onFirst: (() -> Void)?

    /// `onFirst` is called once, on the main actor.
    package init(onFirst: @escaping () -> Void) {
        self.onFirst = onFirst
        for number in [SIGINT, SIGTERM, SIGHUP] where number != SIGHUP || !Self.has(number, SIG_IGN) {
            let handler = Callback<Void> { [weak self] in self?.handle() }
            sources[number] = g_unix_signal_add_full(
                G_PRIORITY_DEFAULT, number,
                { context in
                    Callback<Void>.run(context, ())
                    return gboolean(1)
                }, handler.pointer, release)
            guard number != SIGHUP else { continue }
            // The kernel restores the default when the signal arrives, so a second one works even if the loop is blocked.
            var action = sigaction()
            sigaction(number, nil, &action)
            action.sa_flags |= Int32(bitPattern: UInt32(SA_RESETHAND))
            sigaction(number, &action, nil)
        }
    }

    isolated deinit { for source in sources.values { g_source_remove(source) } }

    /// Whether SIGINT or SIGTERM has arrived, even if the main loop hasn't handled the signal yet.
    package var hasArrived: Bool { onFirst == nil || sources.keys.contains { Self.has($0, SIG_DFL) } }

    private func handle() {
        // When a terminal is closed, its shell sends one SIGHUP and the kernel another, which must not end the program.
        for (number, source) in sources where number != SIGHUP {
            g_source_remove(source)
            sources[number] = nil
        }
        onFirst?()
        onFirst = nil
    }

    private static func has(_ number: Int32, _ handler: sighandler_t?) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(handler, to: Int.self)
    }
}

package enum NetworkMonitor {
    /// Whether the desktop reports an available, unmetered network; `true` if the desktop has no network monitor.
    package static var isUnmetered: Bool {
        guard let monitor = g_network_monitor_get_default() else { return true }
        return g_network_monitor_get_network_available(monitor) != 0
            && g_network_monitor_get_network_metered(monitor) == 0
    }

    /// Runs a closure on the main actor whenever the network may have become available, until the program ends.
    package static func onAvailable(_ action: @escaping () -> Void) {
        guard let monitor = g_network_monitor_get_default() else { return }
        Signal.connect(monitor, "network-changed") { _ in
            if g_network_monitor_get_network_available(monitor) != 0 { action() }
        }
    }

    /// Runs a closure on the main actor whenever ``isUnmetered`` may have changed, until the program ends.
    package static func onChange(_ action: @escaping () -> Void) {
        guard let monitor = g_network_monitor_get_default() else { return }
        for signal in ["network-changed", "notify::network-metered"] {
            Signal.connect(monitor, signal) { _ in action() }
        }
    }
}

/// System sleep as reported by logind.
package enum SystemSleep {
    /// Runs a closure on the main actor whenever the system wakes from sleep, until the program ends. Requires logind.
    package static func onWake(on bus: GBusType = G_BUS_TYPE_SYSTEM, _ action: @escaping @MainActor () -> Void) {
        let call = Callback<OpaquePointer?> { result in
            // Without a bus, no signals arrive.
            guard let logind = g_dbus_proxy_new_for_bus_finish(result, nil) else { return }
            // Never released, so signals arrive until the program ends.
            Signal.connect(logind, "g-signal") { arguments in
                if arguments.text(2) == "PrepareForSleep", arguments.variantFlag(3) == false { action() }
            }
        }
        g_dbus_proxy_new_for_bus(
            bus, G_DBUS_PROXY_FLAGS_DO_NOT_LOAD_PROPERTIES, nil, "org.freedesktop.login1", "/org/freedesktop/login1",
            "org.freedesktop.login1.Manager", nil,
            { _, result, call in Callback<OpaquePointer?>.runOnce(call, result) }, call.pointer)
    }
}

/// Whether a screen reader is used, according to the desktop's accessibility bus.
@MainActor package final class ScreenReader {
    private var status: ObjectReference?

    package init() {
        let call = Callback<OpaquePointer?> { [weak self] result in
            guard let proxy = g_dbus_proxy_new_for_bus_finish(result, nil) else { return }
            let reference = ObjectReference(owning: proxy)
            self?.status = reference
        }
        g_dbus_proxy_new_for_bus(
            G_BUS_TYPE_SESSION, G_DBUS_PROXY_FLAGS_DO_NOT_AUTO_START, nil, "org.a11y.Bus", "/org/a11y/bus",
            "org.a11y.Status", nil, { _, result, call in Callback<OpaquePointer?>.runOnce(call, result) }, call.pointer)
    }

    /// Whether a screen reader is on; `false` without an accessibility bus.
    package var isOn: Bool {
        guard let status, let value = g_dbus_proxy_get_cached_property(status.cast(), "ScreenReaderEnabled") else {
            return false
        }
        defer { g_variant_unref(value) }
        return g_variant_classify(value) == G_VARIANT_CLASS_BOOLEAN && g_variant_get_boolean(value) != 0
    }
}
