import CAdwaita
import EssentialFeed
import GtkKit

/// The buttons in the title bar that choose between cards and the grid, and go to a month of the grid.
final class FeedViewButtons {
    let grid = Widget(gtk_toggle_button_new())
    let months = Widget(gtk_menu_button_new())
    var onGrid: ((Bool) -> Void)?
    /// Receives the position of the month's first image.
    var onMonth: ((Int) -> Void)?
    private let menu: ObjectReference
    private var listed: [FeedMonth] = []

    init(language: Language) {
        guard let menu = g_menu_new(), let actions = g_simple_action_group_new() else {
            preconditionFailure("GLib made no menu")
        }
        self.menu = ObjectReference(owning: UnsafeMutableRawPointer(menu))
        gtk_button_set_icon_name(grid.button, "view-grid-symbolic")
        gtk_menu_button_set_icon_name(months.opaque, "x-office-calendar-symbolic")
        for (button, text) in [(grid, ScreenStrings.grid), (months, .goToMonth)] {
            gtk_widget_set_tooltip_text(button.pointer, language.text(text))
            button.setAccessibleLabel(language.text(text))
        }
        gtk_menu_button_set_menu_model(months.opaque, UnsafeMutablePointer(menu))
        let map = UnsafeMutableRawPointer(actions)
        Actions.addChoice("show", to: map) { [weak self] in
            if let position = Int($0) { self?.onMonth?(position) }
        }
        gtk_widget_insert_action_group(months.pointer, "month", OpaquePointer(map))
        g_object_unref(map)
        months.isVisible = false
        Signal.connect(grid, "toggled") { [weak self] in self?.onGrid?(self?.isGrid ?? false) }
    }

    private var isGrid: Bool {
        gtk_toggle_button_get_active(grid.cast()) != 0
    }

    /// Shows which view is chosen and lists the months by years.
    func display(isGrid: Bool, months: [FeedMonth]) {
        gtk_toggle_button_set_active(grid.cast(), gboolean(isGrid ? 1 : 0))
        self.months.isVisible = isGrid && !months.isEmpty
        guard isGrid, months != listed else { return }
        listed = months
        g_menu_remove_all(menu.opaque)
        var years: [(year: String?, menu: ObjectReference)] = []
        for month in months.prefix(Self.maximumMonths) {
            if years.isEmpty || years[years.count - 1].year != month.year {
                guard let made = g_menu_new() else { continue }
                years.append((month.year, ObjectReference(owning: UnsafeMutableRawPointer(made))))
            }
            let item = g_menu_item_new("\(month.name) (\(month.images.count))", nil)
            let target = g_variant_new_string(String(month.images.lowerBound))
            g_menu_item_set_action_and_target_value(item, "month.show", target)
            g_menu_append_item(years[years.count - 1].menu.opaque, item)
            g_object_unref(item.map { UnsafeMutableRawPointer($0) })
        }
        for (year, menu) in years {
            if let year, years.count > 1 {
                g_menu_append_submenu(self.menu.opaque, year, menu.cast())
            } else {
                g_menu_append_section(self.menu.opaque, nil, menu.cast())
            }
        }
    }

    /// More months than a feed in the order of its dates has.
    private static let maximumMonths = 2_000
}
