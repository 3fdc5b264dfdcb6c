import CAdwaita
import CGtkKit
package import EssentialFeed
package import Foundation
package import GtkKit
package import ImageFormats

/// The desktop's dialog that asks where to save a file.
package enum SaveDialog {
    /// Asks for a file, and whether to replace an existing one. Starts in the user's pictures folder, or else in the
    /// home folder.
    ///
    /// A file without a path on this computer, such as one on a server that isn't mounted, is refused.
    /// - Parameters:
    ///   - name: The suggested name.
    ///   - size: The size of the copy's picture, shown in the title.
    ///   - window: The window that the dialog belongs to.
    ///   - language: The language of the dialog's title.
    ///   - onChoose: Receives the file, or `nil` if the file isn't on this computer. Not called if the user cancels.
    package static func ask(
        name: String, size: PixelSize, over window: Widget, language: Language,
        onChoose: @escaping @MainActor (URL?) -> Void
    ) {
        guard
            let dialog = gtk_file_chooser_native_new(
                "\(language.text(.saveCopyTitle)) (\(size.width) × \(size.height))", window.window,
                GTK_FILE_CHOOSER_ACTION_SAVE, nil, nil)
        else { return }
        gtk_file_chooser_set_current_name(dialog, name)
        let places = [g_get_user_special_dir(G_USER_DIRECTORY_PICTURES), g_get_home_dir()].compactMap(\.self)
        if let place = places.first(where: { g_file_test($0, G_FILE_TEST_IS_DIR) != 0 }) {
            let folder = g_file_new_for_path(place)
            defer { g_object_unref(UnsafeMutableRawPointer(folder)) }
            gtk_file_chooser_set_current_folder(dialog, folder, nil)
        }
        NativeDialog.show(UnsafeMutableRawPointer(dialog)) { isAccepted in
            guard isAccepted, let file = gtk_file_chooser_get_file(dialog) else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            onChoose(localFile(file))
        }
    }

    /// Returns the URL of a `GFile`; `nil` if the file isn't on this computer.
    static func localFile(_ file: OpaquePointer) -> URL? {
        guard let path = g_file_get_path(file) else { return nil }
        defer { g_free(path) }
        return URL(filePath: String(cString: path))
    }
}
