import CAdwaita
import CGtkKit

/// A notification of the desktop that an application shows at most once at a time.
public final class DesktopNotification {
    /// How long a notification stays at least. GLib 2.74 forgets a notification that is taken back before the desktop has
    /// answered, so that it would stay for good, and then writes to memory that it has freed.
    private static let shortestTime = Duration.seconds(2)

    private let application: ObjectReference
    private let identifier: String
    private let action: String
    private var sent: ContinuousClock.Instant?
    private var withdrawal: Task<Void, Never>?

    /// Creates a notification without sending it.
    /// - Parameters:
    ///   - application: The `GtkApplication`.
    ///   - identifier: Identifies the notification: a later one with the same identifier replaces it.
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
        withdrawal?.cancel()
        sent = .now
        g_notification_set_default_action(notification, action)
        g_application_send_notification(gtkkit_g_application(application.pointer), identifier, notification)
    }

    /// Takes the notification back, if it is shown; within two seconds of sending it, at their end.
    public func withdraw() {
        guard let sent else { return }
        self.sent = nil
        withdrawal = Task { [application, identifier] in
            do {
                try await Task.sleep(until: sent + Self.shortestTime, clock: .continuous)
                g_application_withdraw_notification(gtkkit_g_application(application.pointer), identifier)
            } catch {
                // A newer one has taken its place.
            }
        }
    }
}
