import CAtspi
public import Foundation

/// The desktop's portals for photos, and its file manager, on the session's bus, as a test sees them.
public final class PhotoServices: Sendable {
    /// A program's request.
    public enum Event: Hashable, Sendable {
        /// A portal got a file with these bytes.
        case received(method: String, Data)
        /// Files are to be shown.
        case shown(uris: [String])
    }

    /// How the portals answer.
    public enum Answer: UInt32, Sendable {
        case done, cancelled, refused
    }

    private static let names = ["org.freedesktop.portal.Desktop", "org.freedesktop.FileManager1"]
    private static let path = "/org/freedesktop/portal/desktop"
    private static let interfaces = """
        <node>
          <interface name="org.freedesktop.portal.OpenURI"><method name="OpenFile">
            <arg type="s" direction="in"/><arg type="h" direction="in"/><arg type="a{sv}" direction="in"/>
            <arg type="o" direction="out"/></method><property name="version" type="u" access="read"/></interface>
          <interface name="org.freedesktop.portal.Wallpaper"><method name="SetWallpaperFile">
            <arg type="s" direction="in"/><arg type="h" direction="in"/><arg type="a{sv}" direction="in"/>
            <arg type="o" direction="out"/></method><property name="version" type="u" access="read"/></interface>
          <interface name="org.freedesktop.portal.Email"><method name="ComposeEmail">
            <arg type="s" direction="in"/><arg type="a{sv}" direction="in"/>
            <arg type="o" direction="out"/></method><property name="version" type="u" access="read"/></interface>
          <interface name="org.freedesktop.FileManager1"><method name="ShowItems">
            <arg type="as" direction="in"/><arg type="s" direction="in"/></method></interface>
        </node>
        """

    private let service: BusService

    /// Takes the names of the services on the session's bus until the object is released.
    /// - Parameters:
    ///   - answer: How the portals answer.
    ///   - onEvent: Receives each call, on a thread of the services' own.
    public init(answer: Answer = .done, onEvent: @escaping @Sendable (Event) -> Void) throws {
        service = try BusService(interfaces: Self.interfaces) { connection, node in
            let calls = Calls(connection, answer, onEvent)
            var table = GDBusInterfaceVTable()
            table.method_call = { _, sender, _, _, method, parameters, invocation, box in
                guard let box, let sender, let method, let parameters, let invocation else { return }
                Unmanaged<Calls>.fromOpaque(box).takeUnretainedValue()
                    .take(String(cString: method), parameters, invocation, from: String(cString: sender))
            }
            table.get_property = { _, _, _, _, _, _, _ in g_variant_new_uint32(3) }
            var index = 0
            while let interface = node.pointee.interfaces[index] {
                let path = index < 3 ? PhotoServices.path : "/org/freedesktop/FileManager1"
                g_dbus_connection_register_object(
                    connection, path, interface, &table, Unmanaged.passRetained(calls).toOpaque(),
                    { Unmanaged<Calls>.fromOpaque($0!).release() }, nil)
                index += 1
            }
        }
        for name in Self.names { _ = try service.take(name) }
        service.start()
    }

    /// Answers calls on the services' thread.
    private final class Calls {
        private let connection: OpaquePointer
        private let answer: Answer
        private let onEvent: @Sendable (Event) -> Void

        init(_ connection: OpaquePointer, _ answer: Answer, _ onEvent: @escaping @Sendable (Event) -> Void) {
            self.connection = connection
            self.answer = answer
            self.onEvent = onEvent
        }

        func take(_ method: String, _ parameters: OpaquePointer, _ invocation: OpaquePointer, from sender: String) {
            guard method != "ShowItems" else {
                let uris = g_variant_get_child_value(parameters, 0)
                defer { g_variant_unref(uris) }
                let texts = (0..<g_variant_n_children(uris)).map { index in
                    let child = g_variant_get_child_value(uris, index)
                    defer { g_variant_unref(child) }
                    return g_variant_get_string(child, nil).map { String(cString: $0) } ?? ""
                }
                onEvent(.shown(uris: texts))
                return g_dbus_method_invocation_return_value(invocation, nil)
            }
            let options = g_variant_get_child_value(parameters, g_variant_n_children(parameters) - 1)
            defer { g_variant_unref(options) }
            let token = g_variant_lookup_value(options, "handle_token", nil)
            defer { g_variant_unref(token) }
            let name = g_variant_get_string(token, nil).map { String(cString: $0) } ?? ""
            let path = "\(PhotoServices.path)/request/\(sender.dropFirst().replacing(".", with: "_"))/\(name)"
            let files = g_dbus_message_get_unix_fd_list(g_dbus_method_invocation_get_message(invocation))
            let descriptor = files.map { g_unix_fd_list_get($0, 0, nil) } ?? -1
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            let bytes = try? file.readToEnd()
            g_dbus_method_invocation_return_value(invocation, BusService.tuple([g_variant_new_object_path(path)]))
            let entry = g_variant_type_new("{sv}")
            defer { g_variant_type_free(entry) }
            g_dbus_connection_emit_signal(
                connection, sender, path, "org.freedesktop.portal.Request", "Response",
                BusService.tuple([
                    g_variant_new_uint32(answer.rawValue),
                    g_variant_new_array(entry, nil, 0),
                ]), nil)
            onEvent(.received(method: method, bytes ?? Data()))
        }
    }
}
