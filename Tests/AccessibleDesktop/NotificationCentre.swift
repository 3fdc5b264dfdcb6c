import CAtspi
import Foundation

/// The desktop's service of notifications, on the session's bus, as a test sees it.
public final class NotificationCentre: Sendable {
    /// A program's request to the service.
    public enum Event: Hashable, Sendable {
        /// A notification should be shown, replacing another one, or 0 for none.
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

    private let service: BusService

    /// Takes the name of the service on the session's bus until the object is released.
    /// - Parameter onEvent: Receives each call, on a thread of the service's own.
    public init(onEvent: @escaping @Sendable (Event) -> Void) throws {
        var isRegistered = false
        service = try BusService(interfaces: Self.interface) { connection, node in
            let box = Unmanaged.passRetained(Calls(onEvent)).toOpaque()
            var table = GDBusInterfaceVTable()
            table.method_call = { _, _, _, _, method, parameters, invocation, box in
                guard let box, let method, let parameters, let invocation else { return }
                Unmanaged<Calls>.fromOpaque(box).takeUnretainedValue()
                    .take(String(cString: method), parameters, invocation)
            }
            let id = g_dbus_connection_register_object(
                connection, NotificationCentre.path, node.pointee.interfaces[0], &table, box,
                { Unmanaged<Calls>.fromOpaque($0!).release() }, nil)
            isRegistered = id != 0
        }
        guard try service.take(Self.name), isRegistered else {
            throw NotAvailable(reason: "another service has the name")
        }
        service.start()
    }

    /// Clicks on a notification.
    public func click(_ id: UInt32) {
        g_dbus_connection_emit_signal(
            service.connection, nil, Self.path, Self.name, "ActionInvoked",
            BusService.tuple([g_variant_new_uint32(id), g_variant_new_string("default")]), nil)
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
                onEvent(.withdrawn(id: BusService.number(parameters, 0)))
                return g_dbus_method_invocation_return_value(invocation, nil)
            }
            let replaced = BusService.number(parameters, 1)
            if replaced == 0 { last += 1 }
            let id = replaced == 0 ? last : replaced
            let event = Event.shown(
                id: id, replacing: replaced, title: NotificationCentre.text(parameters, 3),
                body: NotificationCentre.text(parameters, 4))
            g_dbus_method_invocation_return_value(invocation, BusService.tuple([g_variant_new_uint32(id)]))
            onEvent(event)
        }
    }
}
