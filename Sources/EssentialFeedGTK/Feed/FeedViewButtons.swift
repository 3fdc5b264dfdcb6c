import CAdwaita
import EssentialFeed
import GtkKit

/// The buttons in the title bar that choose between cards and the grid, and go to a month of the grid.
final class FeedViewButtons {
    let grid = Widget(gtk_toggle_button_new())
    let months = Widget(gtk_menu_button_new())
    var onGrid: ((Bool) -> Void)?
    var onMonth: ((Int) -> Void)?
    private let menu = Menu()
    private var listed: [FeedMonth] = []

    init(language: Language) {
        gtk_button_set_icon_name(grid.button, "view-grid-symbolic")
        gtk_menu_button_set_icon_name(months.opaque, "x-office-calendar-symbolic")
        for (button, text) in [(grid, ScreenStrings.grid), (months, .goToMonth)] {
            button.setLabel(language.text(text))
        }
        gtk_menu_button_set_menu_model(months.opaque, menu.model.cast())
        Actions.addChoice("show", to: Actions.addGroup("month", to: months)) { [weak self] in
            if let position = Int($0) { self?.onMonth?(position) }
        }
        months.isVisible = false
        Signal.connect(grid, "toggled") { [weak self] in self?.onGrid?(self?.isGrid ?? false) }
    }

    private var isGrid: Bool { gtk_toggle_button_get_active(grid.cast()) != 0 }

    func display(isGrid: Bool, months: [FeedMonth]) {
        gtk_toggle_button_set_active(grid.cast(), gboolean(isGrid ? 1 : 0))
        self.months.isVisible = isGrid && !months.isEmpty
        guard isGrid, months != listed else { return }
        listed = months
        menu.removeAll()
        var years: [(year: String?, menu: Menu)] = []
        for month in months.prefix(Self.maximumMonths) {
            // GTK tells the submenus of a menu apart by their titles.
            let position = years.firstIndex { $0.year == month.year } ?? years.count
            if position == years.count { years.append((month.year, Menu())) }
            years[position].menu.append(
                "\(month.name) (\(month.images.count))", "month.show", String(month.images.lowerBound))
        }
        for (year, menu) in years {
            if let year, years.count > 1 {
                self.menu.append(submenu: menu, year)
            } else {
                self.menu.append(section: menu)
            }
        }
    }

    /// More months than a feed in the order of its dates has. In another order, the rest is left out.
    private static let maximumMonths = 2_000
}
