import CAdwaita

/// A desktop notification that an application shows at most once at a time.
public final class DesktopNotification {
    /// The minimum time of showing a notification. If GLib 2.74 withdraws a notification before the desktop has
    /// answered, it forgets the notification, which then stays forever, and GLib writes to freed memory.
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
    ///   - action: The application action for a click on the notification, such as `app.show`.
    public init(of application: UnsafeMutableRawPointer, identifier: String, action: String) {
        self.application = ObjectReference(application)
        self.identifier = identifier
        self.action = action
    }

    /// Shows the notification with a text, and replaces the current one.
    /// - Parameter text: Plain text. It is used as the title, because desktops may interpret a body as markup.
    public func send(_ text: String) {
        guard let notification = g_notification_new(text) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(notification)) }
        withdrawal?.cancel()
        sent = .now
        g_notification_set_default_action(notification, action)
        g_application_send_notification(application.cast(), identifier, notification)
    }

    /// Withdraws the notification if it is shown, but not earlier than two seconds after it was sent.
    public func withdraw() {
        guard let sent else { return }
        self.sent = nil
        withdrawal = Task { [application, identifier] in
            do {
                try await Task.sleep(until: sent + Self.shortestTime, clock: .continuous)
                g_application_withdraw_notification(application.cast(), identifier)
            } catch {
                // A newer notification has replaced it.
            }
        }
    }
}
