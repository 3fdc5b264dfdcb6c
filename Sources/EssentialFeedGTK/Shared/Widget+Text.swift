import EssentialFeed
import GtkKit

extension Widget {
    /// Shows a text in a label, without characters that would hide or reorder it.
    func show(_ text: String) {
        setText(PlainText.clean(text))
    }

    /// Sets a detail that is shown as a tooltip and read by screen readers; `nil` removes the detail.
    func showDetail(_ text: String?) {
        setDetail(text.map(PlainText.clean))
    }
}
