import CAdwaita
import CGtkKit
import GtkKit

/// A desktop dialog, which isn't owned by a widget.
enum NativeDialog {
    private final class Owner {
        var dialog: ObjectReference?

        init(_ dialog: ObjectReference) {
            self.dialog = dialog
        }
    }

    /// Shows a dialog until the user responds.
    /// - Parameters:
    ///   - dialog: A `GtkNativeDialog`, whose ownership is transferred.
    ///   - onAnswer: Receives whether the user accepted.
    static func show(_ dialog: UnsafeMutableRawPointer, onAnswer: @escaping @MainActor (Bool) -> Void) {
        let owner = Owner(ObjectReference(owning: dialog))
        Signal.connect(dialog, "response") { arguments in
            onAnswer(arguments.integer(1) == Int(GTK_RESPONSE_ACCEPT.rawValue))
            // GTK 4.8 crashes when a screen reader asks for a window that is hidden but not destroyed.
            owner.dialog = nil
        }
        gtk_native_dialog_set_modal(gtkkit_native_dialog(dialog), gboolean(1))
        gtk_native_dialog_show(gtkkit_native_dialog(dialog))
    }
}
