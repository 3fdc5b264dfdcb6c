import CAdwaita
import EssentialFeed
import GtkKit

/// The keyboard focus of a button that tries something again, and is hidden while it does. The focus comes back with the
/// button, unless the person has moved it in the meantime.
final class RetryFocus {
    private let button: Widget
    /// Stays where it is while the button is hidden.
    private let surroundings: Widget
    /// The number of times that the button was hidden with the focus, and where the focus went; `nil` if it had none.
    private var lost: (count: Int, heir: UnsafeMutablePointer<GtkWidget>?)?
    private var count = 0

    init(of button: Widget, in surroundings: Widget) {
        self.button = button
        self.surroundings = surroundings
    }

    /// Shows or hides the button.
    /// - Parameter change: Makes the button, or what it is in, visible or invisible.
    func update(_ change: () -> Void) {
        let hadFocus = button.isMapped && button.hasFocus
        change()
        if hadFocus, !isShown {
            count += 1
            lost = (count, focus)
            // The window moves the focus on with its next frame.
            surroundings.afterFrame { [weak self, count] in
                guard let self, lost?.count == count else { return }
                lost?.heir = focus
            }
        } else if let lost, isShown {
            self.lost = nil
            if isFree(lost.heir) { gtk_widget_grab_focus(button.pointer) }
        }
    }

    /// Shows content, of which the button is a part if it has failed.
    /// - Parameters:
    ///   - content: What is to be shown.
    ///   - draw: Shows it.
    ///   - moveOn: Moves the focus to what is shown in the place of the button, if the focus was on the button.
    func display(_ content: ListContent, draw: () -> Void, moveOn: () -> Void) {
        update(draw)
        guard let lost, content != .loading else { return }
        self.lost = nil
        if isFree(lost.heir) { moveOn() }
    }

    /// Leaves the focus where it is: the button now belongs to something else.
    func forget() { lost = nil }

    /// Whether the button is in the surroundings, and nothing between them hides it.
    private var isShown: Bool {
        var current: UnsafeMutablePointer<GtkWidget>? = button.pointer
        while let widget = current, widget != surroundings.pointer {
            if gtk_widget_get_visible(widget) == 0 || gtk_widget_get_child_visible(widget) == 0 { return false }
            current = gtk_widget_get_parent(widget)
        }
        return current != nil
    }

    /// Whether the person has left the focus where the window had moved it, and the surroundings are on the screen.
    private func isFree(_ heir: UnsafeMutablePointer<GtkWidget>?) -> Bool {
        surroundings.isMapped && (focus == nil || focus == heir)
    }

    private var focus: UnsafeMutablePointer<GtkWidget>? {
        gtk_widget_get_root(surroundings.pointer).flatMap { gtk_root_get_focus($0) }
    }
}
