import CAdwaita
import CGtkKit
import EssentialFeed
import GtkKit

/// A full-width banner that shows an error above a list. A click hides it.
final class ErrorBanner {
    let root: Widget
    var onDismiss: (() -> Void)?
    private let label: Widget

    init(language: Language) {
        label = .label(classes: ["heading"]).expanding(horizontally: true)
        gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
        gtk_label_set_xalign(label.opaque, 0.5)
        let close = Widget.iconButton("window-close-symbolic", label: language.text(.dismiss), classes: ["flat"])
            .aligned(vertically: GTK_ALIGN_CENTER)
        let content = Widget(gtkkit_box_with_role(GTK_ORIENTATION_HORIZONTAL, GTK_ACCESSIBLE_ROLE_ALERT))
            .with(["feed-banner"])
        content.append([label.margins(horizontal: 12, top: 9, bottom: 9), close.margins(horizontal: 6)])
        root = .revealer(content, milliseconds: 250)

        close.onClick { [weak self] in self?.onDismiss?() }
        let click = gtk_gesture_click_new()
        if let click {
            Signal.connect(UnsafeMutableRawPointer(click), "released") { [weak self] _ in self?.onDismiss?() }
            gtk_widget_add_controller(content.pointer, click)
        }
    }

    /// Shows a message; `nil` hides the banner and gives its space back to the list.
    func display(_ message: String?) {
        if let message { label.show(message) }
        root.reveal(message != nil)
    }
}
