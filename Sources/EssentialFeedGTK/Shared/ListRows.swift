import CAdwaita
import CGtkKit
import EssentialFeed
import GtkKit

enum ListRows {
    static func group(_ title: String = "", _ rows: [Widget] = []) -> Widget {
        let group = Widget(adw_preferences_group_new())
        adw_preferences_group_set_title(group.cast(), title)
        group.forEachLabel { label in
            guard label.hasClass("heading") else { return }
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_NONE)
            gtk_label_set_wrap(label.opaque, gboolean(1))
            gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        }
        for row in rows { add(row, to: group) }
        return group
    }

    /// Activating the row activates the suffix at its end.
    static func row(_ title: String, detail: String = "", icon: String? = nil, suffix: Widget? = nil) -> Widget {
        let row = Widget(adw_action_row_new())
        setTitle(title, of: row)
        row.breakWordsOfLabelsWithoutHyphen()
        adw_action_row_set_subtitle(row.cast(), detail)
        if let icon { adw_action_row_set_icon_name(row.cast(), icon) }
        if let suffix {
            gtk_widget_set_valign(suffix.pointer, GTK_ALIGN_CENTER)
            adw_action_row_add_suffix(row.cast(), suffix.pointer)
            adw_action_row_set_activatable_widget(row.cast(), suffix.pointer)
        }
        return row
    }

    static func onActivate(_ row: Widget, _ perform: @escaping @MainActor () -> Void) {
        adw_action_row_set_activatable_widget(row.cast(), nil)
        gtk_list_box_row_set_activatable(row.cast(), gboolean(1))
        Signal.connect(row, "activated", perform)
    }

    static func link(
        _ title: String, detail: String = "", icon: String, _ perform: @escaping @MainActor () -> Void
    ) -> Widget {
        let row = row(title, detail: detail, icon: icon)
        adw_action_row_add_suffix(row.cast(), gtk_image_new_from_icon_name("go-next-symbolic"))
        onActivate(row, perform)
        return row
    }

    static func choice(_ title: String) -> Widget {
        let row = Widget(adw_combo_row_new())
        setTitle(title, of: row)
        // There may not be enough room for large text beside the title.
        adw_combo_row_set_use_subtitle(row.cast(), gboolean(1))
        return row
    }

    /// The platform's own row for texts doesn't tell screen readers that it has the focus. The length is in characters.
    static func entry(_ title: String, maximumLength: Int, hasPlaceholder: Bool = true) -> Widget {
        let entry = Widget(gtk_entry_new()).expanding(horizontally: true)
        gtk_entry_set_has_frame(entry.cast(), gboolean(0))
        if hasPlaceholder { gtk_entry_set_placeholder_text(entry.cast(), title) }
        gtk_entry_set_max_length(entry.cast(), Int32(maximumLength))
        entry.setAccessibleLabel(title)
        return entry
    }

    static func caption(_ title: String) -> Widget {
        Widget(gtkkit_label_without_role(title)).with(["caption", "dim-label", "entry-caption"])
            .aligned(horizontally: GTK_ALIGN_START)
    }

    /// Returns the button that shows the concealed text.
    static func conceal(_ entry: Widget, _ language: Language) -> Widget {
        let button = Widget.iconButton("view-reveal-symbolic", label: language.text(.showPassword), classes: ["flat"])
            .aligned(vertically: GTK_ALIGN_CENTER)
        let show: @MainActor (Bool) -> Void = { isVisible in
            gtk_entry_set_visibility(entry.cast(), gboolean(isVisible ? 1 : 0))
            gtk_button_set_icon_name(button.button, isVisible ? "view-conceal-symbolic" : "view-reveal-symbolic")
            button.setLabel(language.text(isVisible ? .hidePassword : .showPassword))
        }
        show(false)
        button.onClick { show(gtk_entry_get_visibility(entry.cast()) == 0) }
        return button
    }

    /// `hasEntry`: the row shows that its entry has the focus.
    static func row(around box: Widget, hasEntry: Bool = true) -> Widget {
        let row = Widget(adw_preferences_row_new())
        gtk_list_box_row_set_child(row.cast(), box.with(["row-box"] + (hasEntry ? ["entry-box"] : [])).pointer)
        gtk_list_box_row_set_activatable(row.cast(), gboolean(0))
        gtk_widget_set_focusable(row.pointer, gboolean(0))
        return row
    }

    static func selected(in row: Widget) -> Int { Int(adw_combo_row_get_selected(row.cast())) }
    static func select(_ position: Int, in row: Widget) { adw_combo_row_set_selected(row.cast(), guint(position)) }

    static func text(of entry: Widget) -> String {
        gtk_editable_get_text(entry.opaque).map { String(cString: $0) } ?? ""
    }

    static func offer(_ choices: [String], in row: Widget) {
        let strings = ObjectReference(owning: UnsafeMutableRawPointer(gtk_string_list_new(nil)!))
        for choice in choices { gtk_string_list_append(strings.opaque, choice) }
        adw_combo_row_set_model(row.cast(), strings.opaque)
    }

    static func setTitle(_ title: String, of row: Widget) {
        adw_preferences_row_set_use_markup(row.cast(), gboolean(0))
        adw_preferences_row_set_title(row.cast(), title)
    }

    static func add(_ row: Widget, to group: Widget) { adw_preferences_group_add(group.cast(), row.pointer) }
}
