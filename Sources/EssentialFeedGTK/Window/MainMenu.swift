import CAdwaita
package import EssentialFeed
package import GtkKit

/// The menu of the button at the end of the title bar: the servers, if there are several, and the window's actions.
package final class MainMenu {
    /// The name of the window action that shows a server. Its state is the ``RememberedServer/text`` of the current
    /// server.
    package static let serverAction = "server"

    /// The menu as a `GMenu`, which changes with the servers.
    package let model: ObjectReference
    private let servers: ObjectReference
    private(set) var listed: [RememberedServer] = []

    /// Creates a menu without servers.
    /// - Parameter language: The language of the menu's texts.
    package init(language: Language) {
        model = Self.make()
        servers = Self.make()
        let (other, window) = (Self.make(), Self.make())
        for (text, action) in [(ScreenStrings.addServer, "win.add-server"), (.refresh, "win.refresh")] {
            g_menu_append(other.opaque, language.text(text), action)
        }
        for (text, action) in [
            (ScreenStrings.preferences, "win.preferences"), (.keyboardShortcuts, "win.show-help-overlay"),
            (.about, "app.about"),
        ] {
            g_menu_append(window.opaque, language.text(text), action)
        }
        for section in [servers, other, window] {
            g_menu_append_section(
                model.opaque, nil, UnsafeMutableRawPointer(section.pointer).assumingMemoryBound(to: GMenuModel.self))
        }
    }

    /// Lists the servers, if there are at least two.
    package func display(_ servers: [RememberedServer]) {
        guard servers != listed else { return }
        listed = servers
        g_menu_remove_all(self.servers.opaque)
        guard servers.count > 1 else { return }
        for server in servers {
            // A single underscore would make the next character the item's key.
            let item = g_menu_item_new(server.name.replacing("_", with: "__"), nil)
            g_menu_item_set_action_and_target_value(
                item, "win.\(Self.serverAction)", g_variant_new_string(server.text))
            g_menu_append_item(self.servers.opaque, item)
            g_object_unref(item.map { UnsafeMutableRawPointer($0) })
        }
    }

    private static func make() -> ObjectReference {
        guard let menu = g_menu_new() else { preconditionFailure("GLib made no menu") }
        return ObjectReference(owning: UnsafeMutableRawPointer(menu))
    }
}

/// The title bars of the screens.
enum HeaderBar {
    static func make(title: String, subtitle: String = "") -> Widget {
        let header = Widget(adw_header_bar_new())
        adw_header_bar_set_title_widget(header.opaque, adw_window_title_new(title, subtitle))
        return header
    }

    /// Adds a button that goes back. Escape does the same, unless an open menu or tooltip handles the key first.
    static func addBack(to header: Widget, of screen: Widget, _ language: Language, _ onBack: @escaping () -> Void) {
        let back = Widget.iconButton("go-previous-symbolic", label: language.text(.back))
        adw_header_bar_pack_start(header.opaque, back.pointer)
        back.onClick { onBack() }
        Actions.addShortcut("Escape", to: screen) { onBack() }
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
