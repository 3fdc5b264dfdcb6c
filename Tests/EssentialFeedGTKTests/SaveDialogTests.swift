import CAdwaita
import EssentialFeed
import EssentialFeedGTK
import GtkKit
import ImageFormats
import XCTest

/// The dialog that asks where to save a copy.
final class SaveDialogTests: WidgetTestCase {
    /// A dialog says how large the copy is, and one that was answered is destroyed, not merely hidden
    func test_ask_leavesNoHiddenWindowOnceAnswered() {
        onMain {
            let stage = Stage(Widget(gtk_label_new("a photo")), width: 360, height: 300)
            SaveDialog.ask(
                name: "a photo.jpg", size: PixelSize(width: 2_048, height: 1_152), over: stage.window,
                language: .english
            ) { _ in }
            let dialog = try XCTUnwrap(Self.dialogs.first)
            XCTAssertEqual(
                gtk_window_get_title(dialog.window).map { String(cString: $0) }, "Save a Copy (2048 × 1152)")
            runLoop(until: "the folder's files") { Self.hasFiles(dialog) }
            gtk_dialog_response(dialog.raw.assumingMemoryBound(to: GtkDialog.self), GTK_RESPONSE_CANCEL.rawValue)
            XCTAssertTrue(Self.dialogs.isEmpty)
            stage.close()
        }
    }

    /// Whether the dialog has read the files of its folder. GTK 4.8 shows an error if it is closed before that.
    @MainActor private static func hasFiles(_ dialog: Widget) -> Bool {
        dialog.descendants.filter { $0.isA(gtk_tree_view_get_type()) }.contains { list in
            gtk_tree_view_get_model(list.raw.assumingMemoryBound(to: GtkTreeView.self))
                .map { gtk_tree_model_iter_n_children($0, nil) > 0 } ?? false
        }
    }

    /// GTK's own dialogs, whether they are shown or hidden.
    @MainActor private static var dialogs: [Widget] { Widget.windows.filter { $0.isA(gtk_dialog_get_type()) } }
}
