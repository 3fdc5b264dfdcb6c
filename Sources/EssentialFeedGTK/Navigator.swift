import CAdwaita
import CGtkKit
public import GtkKit

/// A stack of screens. Escape, Alt+Left, the mouse's back button, a swipe and the screen's own button go back; the screen
/// below stays as it was.
public final class Navigator {
    private struct Screen {
        let widget: Widget
        /// Called after the screen was removed.
        let onBack: (() -> Void)?
    }

    /// The widget that holds the screens.
    public let root: Widget
    private let reference: ObjectReference
    /// The screens from the bottom to the top.
    private var screens: [Screen] = []

    /// Creates a navigator without screens.
    public init() {
        root = Widget(adw_leaflet_new())
        reference = ObjectReference(root.raw)
        adw_leaflet_set_can_unfold(root.opaque, gboolean(0))
        adw_leaflet_set_can_navigate_back(root.opaque, gboolean(1))
        adw_leaflet_set_transition_type(root.opaque, ADW_LEAFLET_TRANSITION_TYPE_OVER)
        Signal.connect(root, "notify::child-transition-running") { [weak self] in self?.removeLeft() }
        Signal.connect(root, "notify::visible-child") { [weak self] in self?.removeLeft() }
    }

    /// Replaces all screens with one.
    public func start(with screen: Widget) {
        let old = screens
        // Set first, because removing the visible screen doesn't count as going back.
        screens = [Screen(widget: screen, onBack: nil)]
        for screen in old.reversed() { adw_leaflet_remove(root.opaque, screen.widget.pointer) }
        adw_leaflet_append(root.opaque, screen.pointer)
    }

    /// Shows the screen on top.
    /// - Parameter onBack: Called after the screen was removed.
    public func push(_ screen: Widget, onBack: (() -> Void)? = nil) {
        removeAbove(adw_leaflet_get_visible_child(root.opaque)) { $0() }
        adw_leaflet_append(root.opaque, screen.pointer)
        screens.append(Screen(widget: screen, onBack: onBack))
        adw_leaflet_set_visible_child(root.opaque, screen.pointer)
    }

    /// Runs the work with screens that appear at once instead of sliding in.
    public func withoutSliding(_ work: () -> Void) {
        // A leaflet has no switch of its own.
        let settings = gtk_widget_get_settings(root.pointer)
        guard gtkkit_animates(settings) != 0 else { return work() }
        gtkkit_stop_animating(settings)
        work()
        gtk_settings_reset_property(settings, "gtk-enable-animations")
    }

    /// Whether a screen lies over all others.
    public func isOnTop(_ screen: Widget) -> Bool { screens.last?.widget == screen }

    /// Whether there is a screen to go back from.
    public var canGoBack: Bool { screens.count > 1 }

    /// Goes back to the screen below, if there is one.
    public func goBack() {
        guard canGoBack else { return }
        adw_leaflet_navigate(root.opaque, ADW_NAVIGATION_DIRECTION_BACK)
        removeLeft()
    }

    /// Removes the screens above the visible one once they have slid out, in a later turn of the main loop: they must not be
    /// removed inside the signal that reports the end of the transition.
    private func removeLeft() {
        guard adw_leaflet_get_child_transition_running(root.opaque) == 0 else { return }
        removeAbove(adw_leaflet_get_visible_child(root.opaque)) { remove in MainLoop.afterLayout { remove() } }
    }

    /// Removes the screens above one.
    /// - Parameter remove: Calls its argument at a time when screens may be removed.
    private func removeAbove(
        _ visible: UnsafeMutablePointer<GtkWidget>?, _ remove: (@escaping @MainActor () -> Void) -> Void
    ) {
        guard let position = screens.firstIndex(where: { $0.widget.pointer == visible }),
            position + 1 < screens.count
        else { return }
        let left = screens[(position + 1)...].reversed().map { ($0.onBack, ObjectReference($0.widget.raw)) }
        screens.removeSubrange((position + 1)...)
        remove { [weak self] in
            for (onBack, screen) in left {
                guard let self, gtk_widget_get_parent(gtkkit_widget(screen.pointer)) == root.pointer else { continue }
                adw_leaflet_remove(root.opaque, gtkkit_widget(screen.pointer))
                onBack?()
            }
        }
    }
}
