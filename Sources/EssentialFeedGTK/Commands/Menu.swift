import CAdwaita
import GtkKit

/// A menu with its sections and submenus, which are emptied with it: a popover of GTK 4.8 never releases them.
final class Menu {
    let model = ObjectReference(owning: g_menu_new())
    private var parts: [Menu] = []

    isolated deinit { g_menu_remove_all(model.opaque) }

    func append(_ text: String, _ action: String) { g_menu_append(model.opaque, text, action) }

    func append(_ text: String, _ action: String, _ target: String) {
        let item = ObjectReference(owning: g_menu_item_new(text, nil))
        g_menu_item_set_action_and_target_value(item.opaque, action, g_variant_new_string(target))
        g_menu_append_item(model.opaque, item.opaque)
    }

    func append(section: Menu, _ title: String? = nil) {
        g_menu_append_section(model.opaque, title, section.model.cast())
        parts.append(section)
    }

    func append(submenu: Menu, _ title: String) {
        g_menu_append_submenu(model.opaque, title, submenu.model.cast())
        parts.append(submenu)
    }

    func removeAll() {
        g_menu_remove_all(model.opaque)
        parts = []
    }
}
