import CAdwaita
import EssentialFeed
import GtkKit

/// A comment: its author, its date and its message. A long name is shortened, the date never.
final class ImageCommentRow {
    let root: Widget
    private let reference: ObjectReference
    private let username: Widget
    private let date: Widget
    private let message: Widget

    init() {
        username = .label(classes: ["heading"], lines: 1).expanding(horizontally: true)
        date = .label(classes: ["dim-label", "caption"]).aligned(vertically: GTK_ALIGN_BASELINE)
        gtk_label_set_wrap(date.opaque, gboolean(0))
        message = .label()
        root = .column(spacing: 6, [.row(spacing: 12, [username, date]), message]).with(["comment"])
        reference = ObjectReference(root.raw)
    }

    /// Shows a comment.
    /// - Parameter absoluteDate: The day and the time at which the comment was written, shown as a detail of its date.
    func bind(_ comment: ImageCommentViewModel, absoluteDate: String?) {
        username.show(comment.username)
        date.show(comment.date)
        date.showDetail(absoluteDate)
        message.show(comment.message)
    }
}
