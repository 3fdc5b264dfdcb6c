import CAdwaita
import GtkKit

/// The title bars of the screens.
enum HeaderBar {
    static func make(title: String, subtitle: String = "") -> Widget {
        let header = Widget(adw_header_bar_new())
        adw_header_bar_set_title_widget(header.opaque, adw_window_title_new(title, subtitle))
        return header
    }

    static func menuButton(_ menu: OpaquePointer, label: String) -> Widget {
        let button = Widget(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
        gtk_menu_button_set_menu_model(button.opaque, UnsafeMutablePointer(menu))
        gtk_menu_button_set_primary(button.opaque, gboolean(1))
        gtk_widget_set_tooltip_text(button.pointer, label)
        button.setAccessibleLabel(label)
        return button
    }
}
