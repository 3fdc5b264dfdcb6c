import EssentialFeed
import GtkKit

extension Widget {
    /// Shows a text in a label, without what would hide or reorder it.
    func show(_ text: String) {
        setText(PlainText.clean(text))
    }

    /// Says more about a widget than is seen of it, under the pointer and to a screen reader; `nil` says nothing.
    func showDetail(_ text: String?) {
        setDetail(text.map(PlainText.clean))
    }
}
