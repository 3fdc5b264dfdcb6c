import CAdwaita

/// Named actions for menus, shortcuts and programs that control the application from outside.
package enum Actions {
    package static func add(
        _ name: String, to map: UnsafeMutableRawPointer, _ handler: @escaping @MainActor () -> Void
    ) {
        let action = ObjectReference(owning: g_simple_action_new(name, nil))
        Signal.connect(action.pointer, "activate") { _ in handler() }
        g_action_map_add_action(OpaquePointer(map), action.opaque)
    }

    /// Adds an empty group of actions to a widget, which owns it. An action's name in menus and shortcuts begins with
    /// the name of its group.
    package static func addGroup(_ name: String, to widget: Widget) -> UnsafeMutableRawPointer {
        let group = ObjectReference(owning: g_simple_action_group_new())
        gtk_widget_insert_action_group(widget.pointer, name, group.opaque)
        return group.pointer
    }

    package static func setEnabled(_ isEnabled: Bool, _ name: String, in map: UnsafeMutableRawPointer) {
        guard let action = g_action_map_lookup_action(OpaquePointer(map), name) else { return }
        g_simple_action_set_enabled(action, gboolean(isEnabled ? 1 : 0))
    }

    /// Adds an action whose state is one of several texts, for menu items with a mark at the current one.
    /// ``setChoice(_:of:in:)`` moves the mark.
    package static func addChoice(
        _ name: String, to map: UnsafeMutableRawPointer, _ handler: @escaping @MainActor (String) -> Void
    ) {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        let action = ObjectReference(owning: g_simple_action_new_stateful(name, type, g_variant_new_string("")))
        Signal.connect(action.pointer, "activate") { arguments in
            if let text = arguments.variantText(1) { handler(text) }
        }
        g_action_map_add_action(OpaquePointer(map), action.opaque)
    }

    package static func setChoice(_ text: String, of name: String, in map: UnsafeMutableRawPointer) {
        guard let action = g_action_map_lookup_action(OpaquePointer(map), name) else { return }
        g_simple_action_set_state(action, g_variant_new_string(text))
    }

    /// Adds a shortcut, as GTK writes it, to a screen. It works while the screen is visible, wherever the window's focus is,
    /// unless the focused widget handles the key itself.
    package static func addShortcut(_ key: String, to widget: Widget, _ handler: @escaping @MainActor () -> Void) {
        // A screen may have several shortcuts, each with its own group.
        let name = "screen-" + key.filter { $0.isLetter || $0.isNumber }.lowercased()
        add("shortcut", to: addGroup(name, to: widget), handler)
        let controller = gtk_shortcut_controller_new()
        gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_GLOBAL)
        gtk_shortcut_controller_add_shortcut(
            controller,
            gtk_shortcut_new(gtk_shortcut_trigger_parse_string(key), gtk_named_action_new(name + ".shortcut")))
        gtk_widget_add_controller(widget.pointer, controller)
    }

    /// Sets the keys of an action. The action's name includes its group, such as `win.refresh`.
    package static func setShortcuts(_ keys: [String], for action: String, of application: UnsafeMutableRawPointer) {
        let strings = keys.map { g_strdup($0) }
        defer { for string in strings { g_free(string) } }
        var list = strings.map { UnsafePointer($0) } + [nil]
        list.withUnsafeMutableBufferPointer { list in
            let application = UnsafeMutablePointer<GtkApplication>(OpaquePointer(application))
            gtk_application_set_accels_for_action(application, action, list.baseAddress)
        }
    }
}
