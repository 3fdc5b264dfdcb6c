import CAdwaita
import EssentialFeed
import GtkKit

/// A comment: its author, date and message. A long name is shortened, a date never is. A date that would take more than
/// half of the line is shown below the name. The message can be selected.
final class ImageCommentRow {
    let root: Widget
    /// Receives the link in the message that the user follows.
    var onLink: ((WebLink) -> Void)?
    private let reference: ObjectReference
    private let username: Widget
    private let date: Widget
    private let message = LinkedLabel()

    init() {
        username = .label(classes: ["heading"], lines: 1).expanding(horizontally: true)
        date = .label(classes: ["dim-label", "caption"]).aligned(vertically: GTK_ALIGN_BASELINE)
        gtk_label_set_wrap(date.opaque, gboolean(0))
        let heading = Widget.row([username, date])
        BesideOrBelowLayout.apply(to: heading, spacing: 12)
        root = .column(spacing: 6, [heading, message.root]).with(["comment"])
        reference = ObjectReference(root.raw)
        message.onLink = { [weak self] in self?.onLink?($0) }
    }

    /// Shows a comment.
    /// - Parameter absoluteDate: The date and time of the comment, shown as a detail of its relative date.
    func bind(_ comment: ImageCommentViewModel, absoluteDate: String?) {
        username.show(comment.username)
        date.show(comment.date)
        date.showDetail(absoluteDate)
        message.show(comment.message)
        // The message has the focus, so its description tells screen readers the comment's author and date.
        message.root.setAccessibleDescription(PlainText.clean("\(comment.username), \(comment.date)"))
    }

    /// Forgets the comment and the selection in it.
    func unbind() {
        message.show("")
    }

    func grabFocus() {
        gtk_widget_grab_focus(message.root.pointer)
    }
}
