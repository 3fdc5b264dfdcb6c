import CAdwaita
package import EssentialFeed
package import GtkKit

/// The dialog that asks for a server's name.
package enum RenameDialog {
    /// Asks for a name.
    /// - Parameters:
    ///   - name: The current name.
    ///   - window: The parent window.
    ///   - language: The language of the dialog.
    ///   - onRename: Receives the name; an empty one restores the server's own.
    package static func ask(
        _ name: String, over window: Widget, language: Language, onRename: @escaping @MainActor (String) -> Void
    ) {
        let entry = Widget(gtk_entry_new())
        let field = entry.raw.assumingMemoryBound(to: GtkEntry.self)
        gtk_entry_set_max_length(field, Int32(RememberedServers.maximumName))
        gtk_entry_set_activates_default(field, gboolean(1))
        gtk_editable_set_text(entry.opaque, name)
        entry.setAccessibleLabel(language.text(.renameTitle))
        MessageDialog.show(
            language.text(.renameTitle), over: window, close: language.text(.cancel),
            choice: MessageDialog.Choice(id: "rename", text: language.text(.renameNow), kind: .suggested) {
                onRename(gtk_editable_get_text(entry.opaque).map { String(cString: $0) } ?? "")
            }, content: entry)
        gtk_widget_grab_focus(entry.pointer)
    }
}
