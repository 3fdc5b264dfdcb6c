import CAdwaita
import EssentialFeed
import GtkKit

/// The feed's list, or a page while it has no rows. Hidden pages are made invisible: GTK 4.8 leaves hidden children of a
/// stack in the accessibility tree.
final class ListPages {
    let root: Widget
    private let spinner: Widget
    private let empty: Widget
    private let failed: Widget
    private let list: Widget
    private let retryFocus: RetryFocus

    init(list: Widget, language: Language, onTryAgain: @escaping @MainActor () -> Void) {
        spinner = .spinner(size: 32).aligned(vertically: GTK_ALIGN_CENTER)
        spinner.setAccessibleLabel(language.text(.loading))
        empty = Self.statusPage(icon: "image-x-generic-symbolic", title: language.text(.noImages))
        failed = Self.statusPage(icon: "network-error-symbolic", title: language.text(.cannotLoadFeed))
        self.list = list
        let tryAgain = Widget.textButton(language.text(.tryAgain), classes: ["pill", "suggested-action"])
        let changeServer = Widget.textButton(language.text(.changeServer), classes: ["pill"])
        let buttons = Widget.column(spacing: 12, [tryAgain, changeServer]).aligned(horizontally: GTK_ALIGN_CENTER)
        adw_status_page_set_child(failed.opaque, buttons.pointer)

        root = Widget(gtk_stack_new()).expanding(horizontally: true, vertically: true)
        retryFocus = RetryFocus(of: tryAgain, in: root)
        for (name, page) in [("rows", list), ("loading", spinner), ("empty", empty), ("failed", failed)] {
            gtk_stack_add_named(root.opaque, page.pointer, name)
        }
        changeServer.onClick { gtk_widget_activate_action_variant(changeServer.pointer, "win.change-server", nil) }
        tryAgain.onClick(onTryAgain)
    }

    func display(_ content: ListContent) {
        var name = "rows"
        switch content {
        case .rows: break
        case .loading: name = "loading"
        case .empty(let text):
            name = "empty"
            adw_status_page_set_description(empty.opaque, text.escapedAsMarkup)
        case .failed(let message):
            name = "failed"
            adw_status_page_set_description(failed.opaque, message.escapedAsMarkup)
        }
        gtk_spinner_set_spinning(spinner.opaque, gboolean(content == .loading ? 1 : 0))
        retryFocus.display(content) {
            root.showPage(name)
        } moveOn: {
            // An empty page has no focusable widget.
            if content == .rows { gtk_widget_child_focus(list.pointer, GTK_DIR_TAB_FORWARD) }
        }
        root.setAccessibleBusy(content == .loading)
    }

    private static func statusPage(icon: String, title: String) -> Widget {
        let page = Widget(adw_status_page_new())
        adw_status_page_set_icon_name(page.opaque, icon)
        adw_status_page_set_title(page.opaque, title)
        page.breakWordsOfLabelsWithoutHyphen()
        return page
    }
}

/// An edge of the screen to scroll a list's row to.
enum ListEdge {
    case top, bottom

    /// Scrolls a list to put a row at the edge, where it stays as GTK learns rows’ heights. GTK keeps the anchor row in
    /// place, and its scroll action moves the anchor just far enough. So while it runs, the adjustment describes a
    /// screen far beyond the row and higher than any row.
    func show(position: Int, of list: Widget, in scroller: Widget) {
        guard let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque) else { return }
        // Kinetic scrolling would move the list away from the row again.
        gtk_scrolled_window_set_kinetic_scrolling(scroller.opaque, gboolean(0))
        gtk_scrolled_window_set_kinetic_scrolling(scroller.opaque, gboolean(1))
        let type = gtk_adjustment_get_type()
        var blocked: [gulong] = []
        // Before GLib 2.78, the functions for blocking several handlers can't match by signal only.
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

/// Detects a finger that pulls a list down at its top. Neither a wheel that keeps turning there nor a fling counts.
final class TouchPull {
    var onPulled: (() -> Void)?
    private let scroller: Widget
    /// Whether the most recent pointer is a finger that touched the list at its top.
    private var isPulling = false

    init(_ scroller: Widget) {
        self.scroller = scroller
        let events = gtk_event_controller_legacy_new()
        gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
        Signal.connect(events, "event") { [weak self] arguments in
            arguments.answer(false)
            if let event = gtk_event_controller_get_current_event(events) { self?.see(gdk_event_get_event_type(event)) }
        }
        gtk_widget_add_controller(scroller.pointer, events)
        Signal.connect(scroller.raw, "edge-overshot") { [weak self] arguments in
            if arguments.enumeration(1) == Int32(GTK_POS_TOP.rawValue) { self?.overshoot() }
        }
    }

    func see(_ event: GdkEventType) {
        switch event {
        case GDK_TOUCH_BEGIN:
            isPulling = gtk_adjustment_get_value(gtk_scrolled_window_get_vadjustment(scroller.opaque)) <= 0
        case GDK_TOUCH_UPDATE, GDK_TOUCH_END: break
        default: isPulling = false
        }
    }

    private func overshoot() {
        guard isPulling else { return }
        isPulling = false
        onPulled?()
    }
}
