import CAdwaita
import GtkKit

enum MessageDialog {
    struct Choice {
        let text: String
        let perform: @MainActor () -> Void
    }

    /// Shows a dialog until the user presses a button; `close` only closes it, as Escape does.
    static func show(
        _ title: String, _ text: String = "", over widget: Widget, close: String, choice: Choice? = nil,
        content: Widget? = nil
    ) {
        guard let window = gtk_widget_get_root(widget.pointer) else { return }
        let dialog = Widget(adw_message_dialog_new(UnsafeMutablePointer(window), title, text))
        let message: UnsafeMutablePointer<AdwMessageDialog> = dialog.cast()
        adw_message_dialog_add_response(message, "cancel", close)
        adw_message_dialog_set_close_response(message, "cancel")
        if let choice {
            adw_message_dialog_add_response(message, "choice", choice.text)
            adw_message_dialog_set_default_response(message, "cancel")
            adw_message_dialog_set_response_appearance(message, "choice", ADW_RESPONSE_DESTRUCTIVE)
            Signal.connect(dialog.raw, "response") { arguments in
                if arguments.text(1) == "choice" { choice.perform() }
            }
        }
        if let content { adw_message_dialog_set_extra_child(message, content.pointer) }
        dialog.breakWordsOfLabelsWithoutHyphen()
        gtk_window_present(dialog.window)
    }
}
