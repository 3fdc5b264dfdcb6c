import CAdwaita
import EssentialFeed
import GtkKit

/// Keeps the keyboard focus of a retry button that is hidden during the retry, unless the user moves the focus.
final class RetryFocus {
    private let button: Widget
    /// The widget around the button, which stays visible while the button is hidden.
    private let surroundings: Widget
    /// How often the button was hidden while focused, and the widget that got the focus; `nil` if it wasn't focused.
    private var lost: (count: Int, heir: Widget?)?
    private var count = 0

    init(of button: Widget, in surroundings: Widget) { (self.button, self.surroundings) = (button, surroundings) }

    /// `change` shows or hides the button or a widget around it.
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

    /// `moveOn` moves the focus to the content that replaces a focused button.
    func display(_ content: ListContent, draw: () -> Void, moveOn: () -> Void) {
        update(draw)
        guard let lost, content != .loading else { return }
        self.lost = nil
        if isFree(lost.heir) { moveOn() }
    }

    /// Leaves the focus where it is, because the button now belongs to something else.
    func forget() { lost = nil }

    private var isShown: Bool {
        var current: UnsafeMutablePointer<GtkWidget>? = button.pointer
        while let widget = current, widget != surroundings.pointer {
            if gtk_widget_get_visible(widget) == 0 || gtk_widget_get_child_visible(widget) == 0 { return false }
            current = gtk_widget_get_parent(widget)
        }
        return current != nil
    }

    /// Whether the surroundings are on the screen and the user hasn't moved the focus from where the window put it.
    private func isFree(_ heir: Widget?) -> Bool { surroundings.isMapped && (focus == nil || focus == heir) }
    private var focus: Widget? { surroundings.windowFocus }
}

final class RefreshButton {
    let root: Widget
    private let faces: Widget
    private let spinner: Widget

    init(language: Language, onClick: @escaping @MainActor () -> Void) {
        let icon = Widget(gtk_image_new_from_icon_name("view-refresh-symbolic"))
        spinner = Widget(gtk_spinner_new())
        faces = Widget(gtk_stack_new())
        gtk_stack_add_named(faces.opaque, icon.pointer, "icon")
        gtk_stack_add_named(faces.opaque, spinner.pointer, "spinner")
        root = Widget(gtk_button_new()).with(["image-button"])
        gtk_button_set_child(root.button, faces.pointer)
        root.setLabel(language.text(.refresh))
        root.onClick(onClick)
    }

    func display(isLoading: Bool, _ content: ListContent) {
        let spins = isLoading && content != .loading
        gtk_spinner_set_spinning(spinner.opaque, gboolean(spins ? 1 : 0))
        faces.showPage(spins ? "spinner" : "icon")
        root.setAccessibleBusy(isLoading)
    }
}

final class ErrorBanner {
    let root: Widget
    private let label: Widget

    init(language: Language, onDismiss: @escaping @MainActor () -> Void) {
        label = .label(classes: ["caption-heading"])
        let close = Widget.iconButton("window-close-symbolic", label: language.text(.dismiss), classes: ["flat"])
            .aligned(vertically: GTK_ALIGN_CENTER)
        let text = Widget.column([label]).aligned(vertically: GTK_ALIGN_CENTER).expanding(horizontally: true)
        let icon = Widget(gtk_image_new_from_icon_name("dialog-warning-symbolic"))
        let row = Widget.row(spacing: 12, [icon, text, close]).margins(horizontal: 12, top: 6, bottom: 6)
        let content = Widget.row(role: GTK_ACCESSIBLE_ROLE_ALERT, [Widget.clamp(row).expanding(horizontally: true)])
            .with(["feed-banner"])
        root = .revealer(content, milliseconds: 250)

        close.onClick(onDismiss)
        let click = gtk_gesture_click_new()
        Signal.connect(click, "released") { _ in onDismiss() }
        gtk_widget_add_controller(content.pointer, click)
    }

    func display(_ message: String?) {
        if let message { label.show(message) }
        root.reveal(message != nil)
    }
}
