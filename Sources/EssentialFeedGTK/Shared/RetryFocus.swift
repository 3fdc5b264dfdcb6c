import CAdwaita
import EssentialFeed
import GtkKit

/// Keeps the keyboard focus of a retry button that is hidden during the retry. The focus returns with the button,
/// unless the user has moved the focus in the meantime.
final class RetryFocus {
    private let button: Widget
    /// The widget around the button, which stays visible while the button is hidden.
    private let surroundings: Widget
    /// How often the button was hidden while focused, and the widget that got the focus; `nil` if it wasn't focused.
    private var lost: (count: Int, heir: UnsafeMutablePointer<GtkWidget>?)?
    private var count = 0

    init(of button: Widget, in surroundings: Widget) {
        self.button = button
        self.surroundings = surroundings
    }

    /// Shows or hides the button.
    /// - Parameter change: Shows or hides the button or a widget around it.
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

    /// Shows content, which includes the button if loading failed.
    /// - Parameters:
    ///   - content: The content to show.
    ///   - draw: Shows the content.
    ///   - moveOn: Moves the focus to the content that replaces the button, if the button had the focus.
    func display(_ content: ListContent, draw: () -> Void, moveOn: () -> Void) {
        update(draw)
        guard let lost, content != .loading else { return }
        self.lost = nil
        if isFree(lost.heir) { moveOn() }
    }

    /// Leaves the focus where it is, because the button now belongs to something else.
    func forget() { lost = nil }

    /// Whether the button is in the surroundings and isn't hidden.
    private var isShown: Bool {
        var current: UnsafeMutablePointer<GtkWidget>? = button.pointer
        while let widget = current, widget != surroundings.pointer {
            if gtk_widget_get_visible(widget) == 0 || gtk_widget_get_child_visible(widget) == 0 { return false }
            current = gtk_widget_get_parent(widget)
        }
        return current != nil
    }

    /// Whether the surroundings are on the screen and the user hasn't moved the focus from where the window put it.
    private func isFree(_ heir: UnsafeMutablePointer<GtkWidget>?) -> Bool {
        surroundings.isMapped && (focus == nil || focus == heir)
    }

    private var focus: UnsafeMutablePointer<GtkWidget>? {
        gtk_widget_get_root(surroundings.pointer).flatMap { gtk_root_get_focus($0) }
    }
}
