import CAdwaita
import EssentialFeed
import GtkKit

/// The title bars of the screens.
enum HeaderBar {
    static func make(title: String) -> Widget {
        let header = Widget(adw_header_bar_new())
        adw_header_bar_set_title_widget(header.opaque, adw_window_title_new(title, ""))
        return header
    }

    /// Adds a button that goes back. Escape does the same, unless an open menu or tooltip handles the key first.
    static func addBack(to header: Widget, of screen: Widget, _ language: Language, _ onBack: @escaping () -> Void) {
        let back = Widget.iconButton("go-previous-symbolic", label: language.text(.back))
        adw_header_bar_pack_start(header.opaque, back.pointer)
        back.onClick { onBack() }
        Actions.addShortcut("Escape", to: screen) { onBack() }
    }

    /// Adds a button that goes back or, in a pane, one that closes the pane. The window's buttons stay in the window's
    /// corners, so those at the start are the viewer's.
    static func addClose(
        to header: Widget, of screen: Widget, isPane: Bool, _ language: Language, _ onClose: @escaping () -> Void
    ) {
        guard isPane else { return addBack(to: header, of: screen, language, onClose) }
        adw_header_bar_set_show_start_title_buttons(header.opaque, gboolean(0))
        // Not the cross, which is the window's.
        let close = Widget.iconButton("sidebar-show-right-symbolic", label: language.text(.close))
        adw_header_bar_pack_start(header.opaque, close.pointer)
        close.onClick { onClose() }
        screen.with(["viewer-pane"])
    }

    /// Adds the button of the window's menu, if there is a menu.
    static func add(_ menu: OpaquePointer?, to header: Widget, _ language: Language) {
        guard let menu else { return }
        let button = Widget(gtk_menu_button_new())
        gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
        gtk_menu_button_set_menu_model(button.opaque, UnsafeMutablePointer(menu))
        gtk_menu_button_set_primary(button.opaque, gboolean(1))
        gtk_widget_set_tooltip_text(button.pointer, language.text(.mainMenu))
        button.setAccessibleLabel(language.text(.mainMenu))
        adw_header_bar_pack_end(header.opaque, button.pointer)
    }
}
