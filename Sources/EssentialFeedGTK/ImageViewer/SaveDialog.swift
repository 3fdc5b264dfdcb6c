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
        gtk_file_chooser_set_current_name(dialog, name)
        NativeDialog.show(UnsafeMutableRawPointer(dialog)) { isAccepted in
            guard isAccepted, let file = gtk_file_chooser_get_file(dialog) else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            onChoose(localFile(file))
        }
    }

    /// Returns where a `GFile` is on this computer; `nil` if it isn't.
    static func localFile(_ file: OpaquePointer) -> URL? {
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return URL(filePath: String(cString: path))
    }
}
