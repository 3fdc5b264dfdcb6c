import CAdwaita
import CGtkKit
public import EssentialFeed
public import Foundation
public import GtkKit

/// The desktop's dialog that asks for a folder of photos.
public enum FolderDialog {
    /// Asks for a folder.
    /// - Parameters:
    ///   - window: The window that the dialog belongs to.
    ///   - language: The language of the dialog's title.
    ///   - onChoose: Receives the folder, unless the person cancels or chooses one that isn't on this machine.
    public static func ask(over window: Widget, language: Language, onChoose: @escaping @MainActor (URL) -> Void) {
        guard
            let dialog = gtk_file_chooser_native_new(
                language.text(.choosePhotos), window.window, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, nil, nil)
        else { return }
        NativeDialog.show(UnsafeMutableRawPointer(dialog)) { isAccepted in
            guard isAccepted, let file = gtk_file_chooser_get_file(dialog) else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            guard let path = g_file_get_path(file) else { return }
            defer { g_free(path) }
            onChoose(URL(filePath: String(cString: path), directoryHint: .isDirectory))
        }
    }
}

/// A dialog of the desktop, which no widget owns.
enum NativeDialog {
    private final class Owner {
        var dialog: ObjectReference?

        init(_ dialog: ObjectReference) {
            self.dialog = dialog
        }
    }

    /// Shows a dialog until the person has answered.
    /// - Parameters:
    ///   - dialog: A `GtkNativeDialog`, which this takes over.
    ///   - onAnswer: Receives whether the person accepted.
    static func show(_ dialog: UnsafeMutableRawPointer, onAnswer: @escaping @MainActor (Bool) -> Void) {
        let owner = Owner(ObjectReference(owning: dialog))
        Signal.connect(dialog, "response") { arguments in
            onAnswer(arguments.integer(1) == Int(GTK_RESPONSE_ACCEPT.rawValue))
            MainLoop.afterLayout { owner.dialog = nil }
        }
        gtk_native_dialog_set_modal(gtkkit_native_dialog(dialog), gboolean(1))
        gtk_native_dialog_show(gtkkit_native_dialog(dialog))
    }
}
