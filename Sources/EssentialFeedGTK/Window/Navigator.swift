import CAdwaita
import CGtkKit
package import GtkKit

/// A stack of screens. Escape, Alt+Left, the mouse's back button and a swipe go back to the screen below.
package final class Navigator: WidgetOwner {
    private struct Screen {
        let widget: Widget
        let onBack: (() -> Void)?
        /// Goes back from the screen by calling its argument.
        var leave: (@MainActor (() -> Void) -> Void)?
        /// The focused widget when another screen covered this one.
        var focus: ObjectReference?
    }

    /// The screens from the bottom to the top.
    private var screens: [Screen] = []
    /// The screens off the stack whose widgets remain in the leaflet, from top to bottom.
    private var detached: [(screen: ObjectReference, onBack: (() -> Void)?)] = []

    package init() {
        super.init(root: Widget(adw_leaflet_new()))
        adw_leaflet_set_can_unfold(root.opaque, gboolean(0))
        adw_leaflet_set_can_navigate_back(root.opaque, gboolean(1))
        adw_leaflet_set_transition_type(root.opaque, ADW_LEAFLET_TRANSITION_TYPE_OVER)
        Signal.connect(root, "notify::child-transition-running") { [weak self] in self?.removeSlidOut() }
        Signal.connect(root, "notify::visible-child") { [weak self] in
            self?.shieldCovered()
            self?.returnFocusBelowTop()
            self?.removeSlidOut()
        }
    }

    package func start(with screen: Widget) {
        let old = screens
        // Set first: removing the visible screen mustn't count as going back.
        screens = [Screen(widget: screen, onBack: nil)]
        for screen in old.reversed() { remove(screen.widget) }
        adw_leaflet_append(root.opaque, screen.pointer)
        shieldCovered()
    }

    /// `onBack` is called when the user has gone back from the screen and it has been removed. `leave` goes back by
    /// calling its argument, perhaps with an animation.
    package func push(_ screen: Widget, onBack: (() -> Void)? = nil, leave: (@MainActor (() -> Void) -> Void)? = nil) {
        finishGoingBack()
        if let below = screens.indices.last { screens[below].focus = focus(in: screens[below].widget) }
        adw_leaflet_append(root.opaque, screen.pointer)
        screens.append(Screen(widget: screen, onBack: onBack, leave: leave))
        adw_leaflet_set_visible_child(root.opaque, screen.pointer)
    }

    package func withoutSliding(_ work: () -> Void) {
        // A leaflet has no property for this.
        let settings = gtk_widget_get_settings(root.pointer)
        guard gtkkit_animates(settings) != 0 else { return work() }
        gtkkit_stop_animating(settings)
        work()
        gtk_settings_reset_property(settings, "gtk-enable-animations")
    }

    /// Returns whether a screen is on top, not counting screens sliding out.
    package func isOnTop(_ screen: Widget) -> Bool { adw_leaflet_get_visible_child(root.opaque) == screen.pointer }
    package var canGoBack: Bool { screens.count > 1 }

    package func goBack() {
        guard canGoBack, let top = screens.last else { return }
        if let leave = top.leave { leave(navigateBack) } else { navigateBack() }
    }

    private func navigateBack() {
        adw_leaflet_navigate(root.opaque, ADW_NAVIGATION_DIRECTION_BACK)
        // Without an animation, the leaflet moves the focus after it reports the visible screen.
        if let visible = screens.last(where: { isOnTop($0.widget) }) { returnFocus(to: visible) }
        removeSlidOut()
    }

    /// Removes all screens that are sliding out or have slid out. Call it before code that depends on the current
    /// screens.
    package func finishGoingBack() {
        detachAboveVisible()
        removeDetached()
    }

    /// Only the top screen responds to the pointer: a button on a screen sliding out could be pressed twice.
    private func shieldCovered() {
        for screen in screens {
            gtk_widget_set_can_target(screen.widget.pointer, gboolean(isOnTop(screen.widget) ? 1 : 0))
        }
    }

    private func returnFocusBelowTop() {
        if let visible = screens.dropLast().last(where: { isOnTop($0.widget) }) { returnFocus(to: visible) }
    }

    /// If no widget had the focus, the leaflet itself would focus a button, and Space would press that button.
    private func returnFocus(to screen: Screen) {
        guard let window = gtk_widget_get_root(root.pointer) else { return }
        let focus = screen.focus.map { Widget($0.cast()) }
        gtk_root_set_focus(window, focus.flatMap { $0.isMapped && screen.widget.contains($0) ? $0.pointer : nil })
    }

    private func focus(in screen: Widget) -> ObjectReference? {
        root.windowFocus.flatMap { screen.contains($0) ? ObjectReference($0.raw) : nil }
    }

    /// Removes screens in a later turn of the main loop, because the signal at the end of the transition doesn't permit
    /// removal.
    private func removeSlidOut() {
        guard adw_leaflet_get_child_transition_running(root.opaque) == 0, detachAboveVisible() else { return }
        MainLoop.afterLayout { [weak self] in self?.removeDetached() }
    }

    /// Leaves the widgets in the leaflet. Returns whether any screens were removed.
    @discardableResult
    private func detachAboveVisible() -> Bool {
        let visible = adw_leaflet_get_visible_child(root.opaque)
        guard let position = screens.firstIndex(where: { $0.widget.pointer == visible }),
            position + 1 < screens.count
        else { return false }
        detached += screens[(position + 1)...].reversed().map { (ObjectReference($0.widget.raw), $0.onBack) }
        screens.removeSubrange((position + 1)...)
        return true
    }

    private func removeDetached() {
        // One at a time, because `onBack` may call this method again.
        while !detached.isEmpty {
            let (screen, onBack) = detached.removeFirst()
            guard gtk_widget_get_parent(screen.cast()) == root.pointer else { continue }
            remove(Widget(screen.cast()))
            onBack?()
        }
    }

    private func remove(_ screen: Widget) {
        // GTK would move the focus to another widget, even after the focus was set again.
        if let focus = root.windowFocus, screen.contains(focus) {
            gtk_root_set_focus(gtk_widget_get_root(root.pointer), nil)
        }
        adw_leaflet_remove(root.opaque, screen.pointer)
    }
}
