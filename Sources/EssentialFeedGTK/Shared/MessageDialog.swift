import CAdwaita
import GtkKit

enum MessageDialog {
    /// Shows a dialog until the user presses a button; `close` only closes it, as Escape does.
    static func show(
        _ title: String, _ text: String = "", over widget: Widget, close: String, content: Widget? = nil,
        choice: String? = nil, onChoice: @escaping @MainActor () -> Void = {}
    ) {
        guard let window = gtk_widget_get_root(widget.pointer) else { return }
        let dialog = Widget(adw_message_dialog_new(UnsafeMutablePointer(window), title, text))
        let message: UnsafeMutablePointer<AdwMessageDialog> = dialog.cast()
        adw_message_dialog_add_response(message, "cancel", close)
        adw_message_dialog_set_close_response(message, "cancel")
        if let choice {
            adw_message_dialog_add_response(message, "choice", choice)
            adw_message_dialog_set_default_response(message, "cancel")
            adw_message_dialog_set_response_appearance(message, "choice", ADW_RESPONSE_DESTRUCTIVE)
            Signal.connect(dialog.raw, "response") { arguments in
                if arguments.text(1) == "choice" { onChoice() }
            }
        }
        if let content { adw_message_dialog_set_extra_child(message, content.pointer) }
        dialog.breakWordsOfLabelsWithoutHyphen()
        gtk_window_present(dialog.window)
    }
}
