import CAdwaita
import CGtkKit
public import GtkKit

/// A stack of at most two screens. Escape, Alt+Left, the mouse's back button, a swipe and the screen's own button go
/// back; the screen below stays as it was.
public final class Navigator {
    /// The widget that holds the screens.
    public let root: Widget
    /// Called after the topmost screen was removed.
    public var onBack: (() -> Void)?
    private let reference: ObjectReference
    private var bottom: Widget?
    private var top: Widget?
    private var onBackFromTop: (() -> Void)?

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
        let old = [top, bottom].compactMap(\.self)
        // Cleared first, because removing the visible screen doesn't count as going back.
        top = nil
        onBackFromTop = nil
        bottom = screen
        for screen in old { adw_leaflet_remove(root.opaque, screen.pointer) }
        adw_leaflet_append(root.opaque, screen.pointer)
    }

    /// Shows the screen on top, unless there is one already.
    /// - Parameter onBack: Called instead of ``onBack`` after the screen was removed.
    public func push(_ screen: Widget, onBack: (() -> Void)? = nil) {
        guard top == nil else { return }
        onBackFromTop = onBack
        adw_leaflet_append(root.opaque, screen.pointer)
        top = screen
        adw_leaflet_set_visible_child(root.opaque, screen.pointer)
    }

    /// Whether there is a screen to go back from.
    public var canGoBack: Bool { top != nil }

    /// Goes back to the screen below, if there is one.
    public func goBack() {
        guard top != nil else { return }
        adw_leaflet_navigate(root.opaque, ADW_NAVIGATION_DIRECTION_BACK)
        removeLeft()
    }

    /// Removes the topmost screen once it has slid out, in a later turn of the main loop: it must not be removed inside
    /// the signal that reports the end of the transition.
    private func removeLeft() {
        guard let top, adw_leaflet_get_visible_child(root.opaque) != top.pointer,
            adw_leaflet_get_child_transition_running(root.opaque) == 0
        else { return }
        self.top = nil
        let onBack = onBackFromTop ?? onBack
        onBackFromTop = nil
        let left = ObjectReference(top.raw)
        MainLoop.afterLayout { [weak self] in
            guard let self, gtk_widget_get_parent(gtkkit_widget(left.pointer)) == root.pointer else { return }
            adw_leaflet_remove(root.opaque, gtkkit_widget(left.pointer))
            onBack?()
        }
    }
}
