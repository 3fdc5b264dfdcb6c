import CAdwaita
import CGtkKit

/// A notification of the desktop that an application shows at most once at a time.
public struct DesktopNotification {
    private let application: ObjectReference
    private let identifier: String
    private let action: String

    /// Creates a notification without sending it.
    /// - Parameters:
    ///   - application: The `GtkApplication`.
    ///   - identifier: What another notification of the same kind replaces it by.
    ///   - action: The application's action that a click on it activates, such as `app.show`.
    public init(of application: UnsafeMutableRawPointer, identifier: String, action: String) {
        self.application = ObjectReference(application)
        self.identifier = identifier
        self.action = action
    }

    /// Shows the notification with a text, in place of the one that is shown.
    /// - Parameter text: Plain text. It is the title, because desktops may read a body as markup.
    public func send(_ text: String) {
        guard let notification = g_notification_new(text) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(notification)) }
        g_notification_set_default_action(notification, action)
        g_application_send_notification(gtkkit_g_application(application.pointer), identifier, notification)
    }

    /// Takes the notification back, if it is shown.
    public func withdraw() {
        g_application_withdraw_notification(gtkkit_g_application(application.pointer), identifier)
    }
}
