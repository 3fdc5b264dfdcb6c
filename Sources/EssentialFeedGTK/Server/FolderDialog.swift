import CAdwaita
import CGtkKit
package import EssentialFeed
package import Foundation
package import GtkKit

/// The desktop's dialog that asks for a folder of photos.
package enum FolderDialog {
    /// Asks for a folder.
    /// - Parameters:
    ///   - window: The parent window.
    ///   - language: The language of the dialog's title.
    ///   - onChoose: Receives the folder, or `nil` if the folder isn't on this computer. Not called if the user
    ///     cancels.
    package static func ask(over window: Widget, language: Language, onChoose: @escaping @MainActor (URL?) -> Void) {
        guard
            let dialog = gtk_file_chooser_native_new(
                language.text(.chooseFolder), window.window, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, nil, nil)
        else { return }
        NativeDialog.show(UnsafeMutableRawPointer(dialog)) { isAccepted in
            guard isAccepted, let file = gtk_file_chooser_get_file(dialog) else { return }
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            onChoose(SaveDialog.localFile(file))
        }
    }
}
