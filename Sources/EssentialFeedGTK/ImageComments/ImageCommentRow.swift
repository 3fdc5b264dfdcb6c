import CAdwaita
import EssentialFeed
import GtkKit

/// A comment: its author, its date and its message. A long name is shortened, the date never; where it
/// takes more than half of the line, it stands below the name. The message can be selected.
final class ImageCommentRow {
    let root: Widget
    /// Receives the link in the message that the person follows.
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
    /// - Parameter absoluteDate: The day and the time at which the comment was written, shown as a detail of its date.
    func bind(_ comment: ImageCommentViewModel, absoluteDate: String?) {
        username.show(comment.username)
        date.show(comment.date)
        date.showDetail(absoluteDate)
        message.show(comment.message)
        // The focus is on the message, so this is what a screen reader says of the comment's author and date.
        message.root.setAccessibleDescription(PlainText.clean("\(comment.username), \(comment.date)"))
    }

    /// Forgets the comment, and what a person has selected of it.
    func unbind() {
        message.show("")
    }

    func grabFocus() {
        gtk_widget_grab_focus(message.root.pointer)
    }
}
