import CAdwaita
import GtkKit
import XCTest

/// The app's notice of the end of sleep. The comment above a function is its name.
final class SystemSleepTests: WidgetTestCase {
    /// The end of the system's sleep is heard each time, and nothing else that logind says
    func test_onWake_hearsTheEndOfSleep() {
        onMain {
            let bus = try XCTUnwrap(g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil))
            defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
            func emit(_ signal: String, _ value: Bool) {
                let values = [g_variant_new_boolean(gboolean(value ? 1 : 0))]
                let tuple = values.withUnsafeBufferPointer { g_variant_new_tuple($0.baseAddress, 1) }
                g_dbus_connection_emit_signal(
                    bus, nil, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", signal, tuple, nil)
            }
            let name = g_bus_own_name_on_connection(
                bus, "org.freedesktop.login1", G_BUS_NAME_OWNER_FLAGS_NONE, nil, nil, nil, nil)
            defer { g_bus_unown_name(name) }
            var wakes = 0
            SystemSleep.onWake(on: G_BUS_TYPE_SESSION) { wakes += 1 }
            // Signals before the start of the watch are lost.
            runLoop(until: "the first end of a sleep") {
                emit("PrepareForSleep", false)
                return wakes > 0
            }
            Self.deliver(from: bus)
            let before = wakes
            emit("PrepareForSleep", true)
            emit("PrepareForShutdown", false)
            emit("PrepareForSleep", false)
            Self.deliver(from: bus)
            XCTAssertEqual(wakes, before + 1)
        }
    }

    /// Handles everything on the bus so far: the bus answers after it.
    @MainActor private static func deliver(from bus: OpaquePointer) {
        let (name, path) = ("org.freedesktop.DBus", "/org/freedesktop/DBus")
        let answer = g_dbus_connection_call_sync(
            bus, name, path, name, "GetId", nil, nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil)
        if let answer { g_variant_unref(answer) }
        while g_main_context_pending(nil) != 0 { g_main_context_iteration(nil, gboolean(0)) }
    }
}
