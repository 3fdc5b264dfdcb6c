import CAtspi
import Foundation

/// A connection to the session's bus, with a thread that answers the calls on it, until the object is released.
final class BusService: Sendable {
    /// The connection, which GLib lets any thread use.
    nonisolated(unsafe) let connection: OpaquePointer
    private nonisolated(unsafe) let loop: OpaquePointer

    /// - Parameters:
    ///   - interfaces: The description of the objects.
    ///   - export: Registers the objects on the connection.
    init(
        interfaces: String, export: (OpaquePointer, UnsafeMutablePointer<GDBusNodeInfo>) -> Void
    ) throws {
        let address = ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"]
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil),
            let context = g_main_context_new(), let loop = g_main_loop_new(context, 0),
            let node = g_dbus_node_info_new_for_xml(interfaces, nil)
        else { throw NotificationCentre.NotAvailable(reason: "there is no session bus") }
        self.connection = connection
        self.loop = loop
        // Calls arrive in the thread's default context at the time of the registration.
        g_main_context_push_thread_default(context)
        export(connection, node)
        g_main_context_pop_thread_default(context)
        g_dbus_node_info_unref(node)
    }

    /// Answers calls from now on.
    func start() {
        let handle = UInt(bitPattern: loop)
        Thread.detachNewThread {
            guard let loop = OpaquePointer(bitPattern: handle) else { return }
            g_main_context_push_thread_default(g_main_loop_get_context(loop))
            g_main_loop_run(loop)
            g_main_loop_unref(loop)
        }
    }

    deinit {
        g_main_loop_quit(loop)
        g_dbus_connection_close_sync(connection, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(connection))
    }

    /// Takes a name on the bus.
    /// - Returns: Whether no other service has it.
    func take(_ name: String) throws -> Bool {
        // 4: don't wait in the queue for a name that another service has.
        let reply = g_dbus_connection_call_sync(
            connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            Self.tuple([g_variant_new_string(name), g_variant_new_uint32(4)]), nil, G_DBUS_CALL_FLAGS_NONE, -1, nil, nil
        )
        guard let reply else { throw NotificationCentre.NotAvailable(reason: "another service has the name") }
        defer { g_variant_unref(reply) }
        return Self.number(reply, 0) == 1
    }

    static func tuple(_ values: [OpaquePointer?]) -> OpaquePointer? {
        var values = values
        return values.withUnsafeMutableBufferPointer { g_variant_new_tuple($0.baseAddress, gsize($0.count)) }
    }

    static func number(_ tuple: OpaquePointer, _ index: Int) -> UInt32 {
        let child = g_variant_get_child_value(tuple, gsize(index))
        defer { g_variant_unref(child) }
        return g_variant_get_uint32(child)
    }
}
