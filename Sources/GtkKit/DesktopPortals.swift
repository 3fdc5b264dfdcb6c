import CAdwaita
import CGtkKit
package import Foundation

/// A portal of the desktop for sending a photo. The desktop asks the user in its own dialog.
package nonisolated enum Portal: UInt32, CaseIterable, Sendable {
    /// Opens the photo in a program that the user chooses.
    case openWith
    /// Makes the photo the desktop's background.
    case background
    /// Attaches the photo to a new email.
    case email

    fileprivate var call: (interface: String, method: String) {
        switch self {
        case .openWith: ("org.freedesktop.portal.OpenURI", "OpenFile")
        case .background: ("org.freedesktop.portal.Wallpaper", "SetWallpaperFile")
        case .email: ("org.freedesktop.portal.Email", "ComposeEmail")
        }
    }
}

/// A photo couldn't be handed to the desktop.
package struct PortalError: Error, Hashable, CustomStringConvertible {
    package let reason: String

    package var description: String { "the photo couldn't be handed to the desktop: \(reason)" }
}

/// The desktop's portals and file manager, on the session bus.
package enum DesktopPortals {
    private static let name = "org.freedesktop.portal.Desktop"
    private static let path = "/org/freedesktop/portal/desktop"
    private static var requests = 0

    /// Calls the closure once for each portal that the desktop has.
    package static func find(_ onFound: @escaping @MainActor (Portal) -> Void) {
        connect { connection, _ in
            guard let connection else { return }
            for portal in Portal.allCases {
                call(
                    connection, name, path, "org.freedesktop.DBus.Properties", "Get",
                    tuple([g_variant_new_string(portal.call.interface), g_variant_new_string("version")])
                ) { error in if error == nil { onFound(portal) } }
            }
        }
    }

    /// `onEnd` receives the error, or `nil` if the desktop did what was asked or the user cancelled.
    package static func send(
        _ file: URL, to portal: Portal, subject: String, over window: Widget,
        onEnd: @escaping @MainActor (PortalError?) -> Void
    ) {
        let descriptor = open(file.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return onEnd(PortalError(reason: String(cString: strerror(errno)))) }
        // The list closes the descriptor.
        let files = [descriptor].withUnsafeBufferPointer { g_unix_fd_list_new_from_array($0.baseAddress, 1) }
        let list = ObjectReference(owning: files)
        // The portal needs the handle of the window to place its dialog.
        let onHandle = Callback<String> { parent in
            connect { connection, error in
                guard let connection else { return onEnd(error) }
                request(portal, parent, subject, list, on: connection, onEnd: onEnd)
            }
        }
        gtkkit_name_window(
            window.window, { Callback<String>.runOnce($0, $1.map { String(cString: $0) } ?? "") }, onHandle.pointer)
    }

    package static func showInFiles(_ file: URL, onEnd: @escaping @MainActor (PortalError?) -> Void) {
        connect { connection, error in
            guard let connection else { return onEnd(error) }
            var uri = g_variant_new_string(file.absoluteString)
            let uris = g_variant_new_array(nil, &uri, 1)
            call(
                connection, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                "org.freedesktop.FileManager1", "ShowItems",
                tuple([uris, g_variant_new_string("")]), onEnd: onEnd)
        }
    }

    // MARK: Requests

    /// A request whose dialog is open.
    private final class Request {
        var subscription: guint = 0
        var onEnd: (@MainActor (PortalError?) -> Void)?

        /// Ends the request, unless it has ended.
        @MainActor func end(_ connection: ObjectReference, _ error: PortalError?) {
            guard let onEnd else { return }
            self.onEnd = nil
            g_dbus_connection_signal_unsubscribe(connection.opaque, subscription)
            onEnd(error)
        }
    }

    private static func request(
        _ portal: Portal, _ parent: String, _ subject: String, _ files: ObjectReference,
        on connection: ObjectReference, onEnd: @escaping @MainActor (PortalError?) -> Void
    ) {
        requests += 1
        let token = "essential_feed_\(requests)"
        let sender = String(cString: g_dbus_connection_get_unique_name(connection.opaque)).dropFirst()
            .replacing(".", with: "_")
        let request = Request()
        request.onEnd = onEnd
        let answered = Callback<OpaquePointer?> { answer in
            let number = answer.map(gtkkit_portal_answer) ?? 2
            // 0: success, 1: the user cancelled, 2: ended in some other way.
            request.end(connection, number < 2 ? nil : PortalError(reason: "the desktop refused"))
        }
        // The answer may arrive before the call returns.
        request.subscription = g_dbus_connection_signal_subscribe(
            connection.opaque, name, "org.freedesktop.portal.Request", "Response",
            "\(path)/request/\(sender)/\(token)", nil, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, answer, box in Callback<OpaquePointer?>.run(box, answer) }, answered.pointer,
            { release($0) })
        let (interface, method) = portal.call
        call(
            connection, name, path, interface, method,
            gtkkit_portal_parameters(GtkKitPortal(portal.rawValue), parent, token, subject), files
        ) { error in
            if let error { request.end(connection, error) }
        }
    }

    // MARK: The bus

    private static func connect(_ onEnd: @escaping @MainActor (ObjectReference?, PortalError?) -> Void) {
        let call = Callback<OpaquePointer?> { result in
            var error: UnsafeMutablePointer<GError>?
            let connection = g_bus_get_finish(result, &error)
            onEnd(connection.map { ObjectReference(owning: $0) }, take(error))
        }
        g_bus_get(
            G_BUS_TYPE_SESSION, nil, { _, result, call in Callback<OpaquePointer?>.runOnce(call, result) },
            call.pointer)
    }

    private static func call(
        _ connection: ObjectReference, _ name: String, _ path: String, _ interface: String, _ method: String,
        _ parameters: OpaquePointer?, _ files: ObjectReference? = nil,
        onEnd: @escaping @MainActor (PortalError?) -> Void
    ) {
        let call = Callback<OpaquePointer?> { result in
            var error: UnsafeMutablePointer<GError>?
            let answer = g_dbus_connection_call_with_unix_fd_list_finish(connection.opaque, nil, result, &error)
            guard let answer else { return onEnd(take(error) ?? PortalError(reason: "unknown reason")) }
            g_variant_unref(answer)
            onEnd(nil)
        }
        g_dbus_connection_call_with_unix_fd_list(
            connection.opaque, name, path, interface, method, parameters, nil, G_DBUS_CALL_FLAGS_NONE, -1,
            files?.cast(), nil,
            { _, result, call in Callback<OpaquePointer?>.runOnce(call, result) }, call.pointer)
    }

    private static func tuple(_ values: [OpaquePointer?]) -> OpaquePointer? {
        var values = values
        return values.withUnsafeMutableBufferPointer { g_variant_new_tuple($0.baseAddress, gsize($0.count)) }
    }

    private static func take(_ error: UnsafeMutablePointer<GError>?) -> PortalError? {
        guard let error else { return nil }
        defer { g_error_free(error) }
        return PortalError(reason: error.pointee.message.map { String(cString: $0) } ?? "unknown reason")
    }
}
