import EssentialFeed

/// An image's comments: the user name on the left, the date on the right, and the message below, wrapped to the width.
struct CommentsTable {
    let style: TerminalStyle

    func text(_ comments: [ImageCommentViewModel]) -> String {
        comments.map(block).joined(separator: "\n\n") + "\n"
    }

    private func block(_ comment: ImageCommentViewModel) -> String {
        let columns = min(style.columns, 80)
        let dateWidth = TerminalText.width(comment.date)
        // The name may be shortened, but not the date.
        let name = TerminalText.shortened(TerminalText.line(comment.username), to: max(1, columns - dateWidth - 2))
        let gap = String(repeating: " ", count: max(2, columns - TerminalText.width(name) - dateWidth))
        let message = TerminalText.wrapped(TerminalText.sanitized(comment.message), columns: columns)
        return ([style.bold(name) + gap + style.dim(comment.date)] + message).joined(separator: "\n")
    }
}
