import CAdwaita
import CGtkKit
public import EssentialFeed
public import Foundation
public import GtkKit

/// The desktop's dialog that asks where to save a file.
public enum SaveDialog {
    /// Asks for a file, and whether to replace one that exists.
    /// - Parameters:
    ///   - name: The name that is suggested.
    ///   - window: The window that the dialog belongs to.
    ///   - onChoose: Receives the file, unless the person cancels.
    public static func ask(
        name: String, over window: Widget, language: Language, onChoose: @escaping @MainActor (URL) -> Void
    ) {
        guard
            let dialog = gtk_file_chooser_native_new(
                language.text(.saveCopy), window.window, GTK_FILE_CHOOSER_ACTION_SAVE, nil, nil)
        else { return }
        // No widget owns the dialog, so this keeps it until the person has answered.
        let reference = Answer(ObjectReference(owning: UnsafeMutableRawPointer(dialog)))
        gtk_file_chooser_set_current_name(dialog, name)
        Signal.connect(UnsafeMutableRawPointer(dialog), "response") { arguments in
            let isAccepted = arguments.integer(1) == Int(GTK_RESPONSE_ACCEPT.rawValue)
            let file = isAccepted ? gtk_file_chooser_get_file(dialog) : nil
            if let file {
                defer { g_object_unref(UnsafeMutableRawPointer(file)) }
                if let path = g_file_get_path(file) {
                    defer { g_free(path) }
                    onChoose(URL(filePath: String(cString: path)))
                }
            }
            MainLoop.afterLayout { reference.dialog = nil }
        }
        gtk_native_dialog_set_modal(gtkkit_native_dialog(UnsafeMutableRawPointer(dialog)), gboolean(1))
        gtk_native_dialog_show(gtkkit_native_dialog(UnsafeMutableRawPointer(dialog)))
    }

    private final class Answer {
        var dialog: ObjectReference?

        init(_ dialog: ObjectReference) {
            self.dialog = dialog
        }
    }
}
