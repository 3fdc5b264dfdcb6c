import CAtspi
import Foundation

/// The desktop's service of notifications, on the session's bus, as a test sees it.
public final class NotificationCentre: Sendable {
    /// What a program asked the service for.
    public enum Event: Hashable, Sendable {
        /// A notification is to be shown in place of another one, which is 0 for none.
        case shown(id: UInt32, replacing: UInt32, title: String, body: String)
        /// A notification is to be taken back.
        case withdrawn(id: UInt32)
    }

    /// The bus can't be used.
    public struct NotAvailable: Error {
        let reason: String
    }

    private static let name = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private static let interface = """
        <node><interface name="\(name)">
          <method name="Notify">
            <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
            <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
            <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/>
          </method>
          <method name="CloseNotification"><arg type="u" direction="in"/></method>
          <signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
        </interface></node>
        """

    /// The connection, which GLib lets any thread use.
    private nonisolated(unsafe) let connection: OpaquePointer
    private nonisolated(unsafe) let loop: OpaquePointer

    /// Takes the name of the service on the session's bus until the object is released.
    /// - Parameter onEvent: Receives each call, on a thread of the service's own.
    public init(onEvent: @escaping @Sendable (Event) -> Void) throws {
        let address = ProcessInfo.processInfo.environment["DBUS_SESSION_BUS_ADDRESS"]
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        guard let connection = g_dbus_connection_new_for_address_sync(address, flags, nil, nil, nil),
            let context = g_main_context_new(), let loop = g_main_loop_new(context, 0),
            let node = g_dbus_node_info_new_for_xml(Self.interface, nil), let interface = node.pointee.interfaces[0]
        else { throw NotAvailable(reason: "there is no session bus") }
        self.connection = connection
        self.loop = loop
        // Calls arrive in the context that is the thread's default when the object is registered.
        g_main_context_push_thread_default(context)
        let box = Unmanaged.passRetained(Calls(onEvent)).toOpaque()
        var table = GDBusInterfaceVTable()
        table.method_call = { _, _, _, _, method, parameters, invocation, box in
            guard let box, let method, let parameters, let invocation else { return }
            Unmanaged<Calls>.fromOpaque(box).takeUnretainedValue()
                .take(String(cString: method), parameters, invocation)
        }
        let id = g_dbus_connection_register_object(
            connection, Self.path, interface, &table, box, { Unmanaged<Calls>.fromOpaque($0!).release() }, nil)
        g_main_context_pop_thread_default(context)
        g_dbus_node_info_unref(node)
        // 4: don't wait in the queue for a name that another service has.
        let reply = g_dbus_connection_call_sync(
            connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
            Self.tuple([g_variant_new_string(Self.name), g_variant_new_uint32(4)]), nil, G_DBUS_CALL_FLAGS_NONE, -1,
            nil, nil)
        guard id != 0, let reply, Self.number(reply, 0) == 1 else {
            throw NotAvailable(reason: "another service has the name")
        }
        g_variant_unref(reply)
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

    /// Clicks on a notification.
    public func click(_ id: UInt32) {
        g_dbus_connection_emit_signal(
            connection, nil, Self.path, Self.name, "ActionInvoked",
            Self.tuple([g_variant_new_uint32(id), g_variant_new_string("default")]), nil)
    }

    private static func tuple(_ values: [OpaquePointer?]) -> OpaquePointer? {
        var values = values
        return values.withUnsafeMutableBufferPointer { g_variant_new_tuple($0.baseAddress, gsize($0.count)) }
    }

    fileprivate static func number(_ tuple: OpaquePointer, _ index: Int) -> UInt32 {
        let child = g_variant_get_child_value(tuple, gsize(index))
        defer { g_variant_unref(child) }
        return g_variant_get_uint32(child)
    }

    fileprivate static func text(_ tuple: OpaquePointer, _ index: Int) -> String {
        let child = g_variant_get_child_value(tuple, gsize(index))
        defer { g_variant_unref(child) }
        return g_variant_get_string(child, nil).map { String(cString: $0) } ?? ""
    }

    /// Answers calls on the service's thread.
    private final class Calls {
        private let onEvent: @Sendable (Event) -> Void
        private var last: UInt32 = 0

        init(_ onEvent: @escaping @Sendable (Event) -> Void) {
            self.onEvent = onEvent
        }

        func take(_ method: String, _ parameters: OpaquePointer, _ invocation: OpaquePointer) {
            guard method == "Notify" else {
                onEvent(.withdrawn(id: NotificationCentre.number(parameters, 0)))
                return g_dbus_method_invocation_return_value(invocation, nil)
            }
            let replaced = NotificationCentre.number(parameters, 1)
            if replaced == 0 { last += 1 }
            let id = replaced == 0 ? last : replaced
            let event = Event.shown(
                id: id, replacing: replaced, title: NotificationCentre.text(parameters, 3),
                body: NotificationCentre.text(parameters, 4))
            g_dbus_method_invocation_return_value(invocation, NotificationCentre.tuple([g_variant_new_uint32(id)]))
            onEvent(event)
        }
    }
}
