import CAdwaita
import EssentialFeed
import GtkKit

enum HeaderBar {
    static func make(title: String) -> Widget {
        let header = Widget(adw_header_bar_new())
        adw_header_bar_set_title_widget(header.opaque, adw_window_title_new(title, ""))
        return header
    }

    /// Adds a button for going back or closing a pane, like Escape, unless a menu or tooltip handles the key first. In
    /// a pane, the window's buttons at the start are the viewer's.
    static func addClose(
        to header: Widget, of screen: Widget, isPane: Bool, _ language: Language, _ onClose: @escaping () -> Void
    ) {
        // Not the cross, which is the window's.
        let icon = isPane ? "sidebar-show-right-symbolic" : "go-previous-symbolic"
        let close = Widget.iconButton(icon, label: language.text(isPane ? .close : .back))
        adw_header_bar_pack_start(header.opaque, close.pointer)
        close.onClick { onClose() }
        guard isPane else { return Actions.addShortcut("Escape", to: screen) { onClose() } }
        adw_header_bar_set_show_start_title_buttons(header.opaque, gboolean(0))
        screen.with(["viewer-pane"])
    }

    static func add(_ menu: OpaquePointer?, to header: Widget, _ language: Language) {
        guard let menu else { return }
        let button = Widget(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
        gtk_menu_button_set_menu_model(button.opaque, UnsafeMutablePointer(menu))
        gtk_menu_button_set_primary(button.opaque, gboolean(1))
        button.setLabel(language.text(.mainMenu))
        adw_header_bar_pack_end(header.opaque, button.pointer)
    }
}
