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
        root = .revealer(.column([content]).with(["feed-note"]), milliseconds: 250)
    }

    func display(_ note: String?) {
        if let note { label.setText(note) }
        root.reveal(note != nil)
    }
}
