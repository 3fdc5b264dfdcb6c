import CAdwaita
import EssentialFeed
import GtkKit

/// Moves the keyboard focus on from a try-again button that is hidden while it has the focus: back to the button if loading
/// fails again, or else to what is shown in its place. A person who moves the focus elsewhere meanwhile keeps it there.
final class RetryFocus {
    private let button: Widget
    private let screen: Widget
    /// Whether the focus was on the button, and nothing has been shown in its place yet.
    private var isOnHiddenButton = false

    /// - Parameters:
    ///   - button: The button.
    ///   - screen: A widget that is on the screen whether the button is there or not.
    init(of button: Widget, in screen: Widget) {
        self.button = button
        self.screen = screen
    }

    /// Shows content, and moves the focus on if it was on the button.
    /// - Parameters:
    ///   - content: What is to be shown.
    ///   - draw: Shows it. The button may be hidden then.
    ///   - moveOn: Moves the focus to what is shown in the place of the button.
    func display(_ content: ListContent, draw: () -> Void, moveOn: () -> Void) {
        var hasFailed = false
        if case .failed = content { hasFailed = true }
        if button.hasFocus, !hasFailed {
            isOnHiddenButton = true
            // Otherwise GTK would move it to a neighbour of the button, as if the person had done that.
            if let window = gtk_widget_get_root(button.pointer) { gtk_root_set_focus(window, nil) }
        }
        draw()
        guard isOnHiddenButton, content != .loading else { return }
        isOnHiddenButton = false
        guard screen.isMapped, let window = gtk_widget_get_root(screen.pointer), gtk_root_get_focus(window) == nil
        else { return }
        if hasFailed { gtk_widget_grab_focus(button.pointer) } else { moveOn() }
    }
}
