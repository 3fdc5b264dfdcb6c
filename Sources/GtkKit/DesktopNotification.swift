import CAdwaita

/// A desktop notification that an application shows at most once at a time.
package final class DesktopNotification {
    /// The minimum time of showing a notification. If GLib 2.74 withdraws a notification before the desktop has
    /// answered, it forgets the notification, which then stays forever, and GLib writes to freed memory.
    private static let shortestTime = Duration.seconds(2)

    private let application: ObjectReference
    private let identifier: String
    private let action: String
    private var sent: ContinuousClock.Instant?
    private var withdrawal: Task<Void, Never>?

    package init(of application: UnsafeMutableRawPointer, identifier: String, action: String) {
        self.application = ObjectReference(application)
        self.identifier = identifier
        self.action = action
    }

    /// The text is used as the title, because desktops may interpret a body as markup.
    package func send(_ text: String) {
        guard let notification = g_notification_new(text) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(notification)) }
        withdrawal?.cancel()
        sent = .now
        g_notification_set_default_action(notification, action)
        g_application_send_notification(application.cast(), identifier, notification)
    }

    /// Withdraws the notification if it is shown, but not earlier than two seconds after it was sent.
    package func withdraw() {
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
