import CAdwaita
import CGtkKit
public import EssentialFeed
public import Foundation
public import GtkKit

/// The desktop's dialog that asks where to save a file.
public enum SaveDialog {
    /// Asks for a file, and whether to replace one that exists.
    ///
    /// A file that has no path on this computer, such as one on a server that isn't mounted, is refused.
    /// - Parameters:
    ///   - name: The name that is suggested.
    ///   - window: The window that the dialog belongs to.
    ///   - language: The language of the dialog's title.
    ///   - onChoose: Receives the file, or `nil` for one that isn't on this computer. Not called if the person cancels.
    public static func ask(
        name: String, over window: Widget, language: Language, onChoose: @escaping @MainActor (URL?) -> Void
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
                onChoose(localFile(file))
            }
            MainLoop.afterLayout { reference.dialog = nil }
        }
        gtk_native_dialog_set_modal(gtkkit_native_dialog(UnsafeMutableRawPointer(dialog)), gboolean(1))
        gtk_native_dialog_show(gtkkit_native_dialog(UnsafeMutableRawPointer(dialog)))
    }

    /// Returns where a `GFile` is on this computer; `nil` if it isn't.
    static func localFile(_ file: OpaquePointer) -> URL? {
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return URL(filePath: String(cString: path))
    }

    private final class Answer {
        var dialog: ObjectReference?

        init(_ dialog: ObjectReference) {
            self.dialog = dialog
        }
    }
}
