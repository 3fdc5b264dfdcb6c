import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import XCTest

/// The dialog that asks where to save a copy.
final class SaveDialogTests: WidgetTestCase {
    /// N334 A dialog that was answered is destroyed, not merely hidden
    func test_ask_leavesNoHiddenWindowOnceAnswered() {
        onMain {
            let stage = Stage(Widget(gtk_label_new("a photo")), width: 360, height: 300)
            SaveDialog.ask(name: "a photo.jpg", over: stage.window, language: .english) { _ in }
            let dialog = try XCTUnwrap(Self.dialogs().first)
            gtk_dialog_response(dialog.raw.assumingMemoryBound(to: GtkDialog.self), GTK_RESPONSE_CANCEL.rawValue)
            XCTAssertTrue(Self.dialogs().isEmpty)
            stage.close()
        }
    }

    /// Returns GTK's own dialogs, whether they are shown or hidden.
    @MainActor private static func dialogs() -> [Widget] {
        let windows = gtk_window_get_toplevels()
        return (0..<g_list_model_get_n_items(windows)).compactMap { position in
            guard let window = g_list_model_get_item(windows, position) else { return nil }
            defer { g_object_unref(window) }
            let widget = Widget(window.assumingMemoryBound(to: GtkWidget.self))
            return widget.isA(gtk_dialog_get_type()) ? widget : nil
        }
    }
}
