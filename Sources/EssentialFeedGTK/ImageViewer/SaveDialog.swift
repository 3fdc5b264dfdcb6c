import CAdwaita
package import EssentialFeed
package import Foundation
package import GtkKit
package import ImageFormats

package enum SaveDialog {
    /// Asks for a file, and whether to replace an existing one. `onChoose` receives `nil` for a file without a path on
    /// this computer, and isn't called if the user cancels. The title shows the size of the copy's picture.
    package static func ask(
        name: String, size: PixelSize, over window: Widget, language: Language,
        onChoose: @escaping @MainActor (URL?) -> Void
    ) {
        show(
            "\(language.text(.saveCopyTitle)) (\(size.width) × \(size.height))", GTK_FILE_CHOOSER_ACTION_SAVE,
            name: name, over: window, onChoose: onChoose)
    }

    /// The dialog starts in the user's pictures folder, or else in the home folder.
    fileprivate static func show(
        _ title: String, _ action: GtkFileChooserAction, name: String? = nil, over window: Widget,
        onChoose: @escaping @MainActor (URL?) -> Void
    ) {
        guard let dialog = gtk_file_chooser_native_new(title, window.window, action, nil, nil) else { return }
        if let name { gtk_file_chooser_set_current_name(dialog, name) }
        let places = [g_get_user_special_dir(G_USER_DIRECTORY_PICTURES), g_get_home_dir()].compactMap(\.self)
        if let place = places.first(where: { g_file_test($0, G_FILE_TEST_IS_DIR) != 0 }) {
            let folder = g_file_new_for_path(place)
            defer { g_object_unref(UnsafeMutableRawPointer(folder)) }
            gtk_file_chooser_set_current_folder(dialog, folder, nil)
        }
        Signal.connect(dialog, "response") { arguments in
            // GTK 4.8 crashes when a screen reader asks for a window that is hidden but not destroyed.
            defer { g_object_unref(UnsafeMutableRawPointer(dialog)) }
            if arguments.integer(1) == Int(GTK_RESPONSE_ACCEPT.rawValue),
                let file = gtk_file_chooser_get_file(dialog)
            {
                defer { g_object_unref(UnsafeMutableRawPointer(file)) }
                onChoose(localFile(file))
            }
        }
        gtk_native_dialog_set_modal(UnsafeMutablePointer(dialog), gboolean(1))
        gtk_native_dialog_show(UnsafeMutablePointer(dialog))
    }

    static func localFile(_ file: OpaquePointer) -> URL? {
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return URL(filePath: String(cString: path))
    }
}

package enum FolderDialog {
    /// `onChoose` receives `nil` for a folder that isn't on this computer, and isn't called if the user cancels.
    package static func ask(over window: Widget, language: Language, onChoose: @escaping @MainActor (URL?) -> Void) {
        SaveDialog.show(
            language.text(.chooseFolder), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, over: window, onChoose: onChoose)
    }
}
