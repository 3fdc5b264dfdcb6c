import CAdwaita
import GtkKit

/// An edge of the screen that a row of a list can be scrolled to.
enum ListEdge {
    case top, bottom

    /// Scrolls a list so that a row is at the edge from the next layout on. The row stays there when rows are added or
    /// change their heights, and regardless of the heights that GTK expects.
    ///
    /// GTK keeps one row in place, the anchor. The scroll action moves the anchor just far enough to show the row. So
    /// while the action runs, the adjustment describes a screen far beyond the row and higher than any row. Changing
    /// only the adjustment would make another row the anchor.
    /// - Parameters:
    ///   - position: The position of the row in the list's model.
    ///   - scroller: The scrolled window around the list.
    func show(position: Int, of list: Widget, in scroller: Widget) {
        guard let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque) else { return }
        // Kinetic scrolling would move the list away from the row again.
        gtk_scrolled_window_set_kinetic_scrolling(scroller.opaque, gboolean(0))
        gtk_scrolled_window_set_kinetic_scrolling(scroller.opaque, gboolean(1))
        let type = gtk_adjustment_get_type()
        var blocked: [gulong] = []
        // Before GLib 2.78, the functions that block several handlers can't match by signal only.
        let unblocked = GSignalMatchType(G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_UNBLOCKED.rawValue)
        for signal in [g_signal_lookup("changed", type), g_signal_lookup("value-changed", type)] {
            while true {
                let handler = g_signal_handler_find(adjustment, unblocked, signal, 0, nil, nil, nil)
                guard handler != 0 else { break }
                g_signal_handler_block(adjustment, handler)
                blocked.append(handler)
            }
        }
        let value = gtk_adjustment_get_value(adjustment)
        let (upper, page) = (gtk_adjustment_get_upper(adjustment), gtk_adjustment_get_page_size(adjustment))
        let (step, increment) = (
            gtk_adjustment_get_step_increment(adjustment), gtk_adjustment_get_page_increment(adjustment)
        )
        let far = 1_000_000_000.0
        let height = 1_000_000.0
        switch self {
        case .top: gtk_adjustment_configure(adjustment, far - height, 0, far, step, increment, height)
        case .bottom: gtk_adjustment_configure(adjustment, -far, -far, 0, step, increment, height)
        }
        gtk_widget_activate_action_variant(
            list.pointer, "list.scroll-to-item", g_variant_new_uint32(guint32(clamping: position)))
        gtk_adjustment_configure(adjustment, value, 0, upper, step, increment, page)
        for handler in blocked { g_signal_handler_unblock(adjustment, handler) }
    }
}
