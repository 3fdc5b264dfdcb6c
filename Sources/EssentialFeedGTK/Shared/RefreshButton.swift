import CAdwaita
import EssentialFeed
import GtkKit

/// The refresh button, which shows a spinner instead of its icon while loading. It keeps the keyboard focus throughout.
final class RefreshButton {
    let root: Widget
    private let faces: Widget
    private let spinner: Widget

    init(language: Language, onClick: @escaping @MainActor () -> Void) {
        let icon = Widget(gtk_image_new_from_icon_name("view-refresh-symbolic"))
        spinner = Widget(gtk_spinner_new())
        faces = Widget(gtk_stack_new())
        gtk_stack_add_named(faces.opaque, icon.pointer, "icon")
        gtk_stack_add_named(faces.opaque, spinner.pointer, "spinner")
        root = Widget(gtk_button_new()).with(["image-button"])
        gtk_button_set_child(root.button, faces.pointer)
        let label = language.text(.refresh)
        gtk_widget_set_tooltip_text(root.pointer, label)
        root.setAccessibleLabel(label)
        root.onClick(onClick)
    }

    func display(isLoading: Bool) {
        gtk_spinner_set_spinning(spinner.opaque, gboolean(isLoading ? 1 : 0))
        faces.showPage(isLoading ? "spinner" : "icon")
        root.setAccessibleBusy(isLoading)
    }
}
