import CAdwaita
import GtkKit

/// Says that what is shown is the saved feed, and how old it is (N002).
final class OfflineNote {
    let root: Widget
    private let label: Widget

    init() {
        label = .label(classes: ["caption"])
        let icon = Widget(gtk_image_new_from_icon_name("network-offline-symbolic"))
        let content = Widget.row(spacing: 6, [icon, label]).aligned(horizontally: GTK_ALIGN_CENTER)
            .margins(horizontal: 12, top: 6, bottom: 6)
        root = Widget(gtk_revealer_new())
        gtk_revealer_set_child(root.opaque, Widget.column([content]).with(["feed-note"]).pointer)
    }

    func display(_ note: String?) {
        if let note { label.setText(note) }
        gtk_revealer_set_reveal_child(root.opaque, gboolean(note == nil ? 0 : 1))
    }
}
