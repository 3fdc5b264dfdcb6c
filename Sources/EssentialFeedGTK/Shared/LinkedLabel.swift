import CAdwaita
import EssentialFeed
import GtkKit

/// A label with other people's text, which can be selected. Tab moves through its links; GTK opens them.
final class LinkedLabel {
    let root: Widget
    private var shown = ""

    init(classes: [String] = []) { root = Widget.label(classes: ["linked-text"] + classes).selectable() }

    func show(_ text: String) {
        guard text != shown else { return }
        shown = text
        let linked = LinkedText(text)
        if linked.links.isEmpty { root.show(text) } else { gtk_label_set_markup(root.opaque, linked.markup) }
    }
}

extension LinkedText {
    /// The text as Pango markup for the links only. The title of a link is its tooltip.
    nonisolated var markup: String {
        parts.map { part in
            switch part {
            case .plain(let text): text.escapedAsMarkup
            case .link(let text, let address):
                // GTK interprets the title as markup again when it shows the tooltip.
                """
                <a href="\(address.escapedAsMarkup)" title="\(address.escapedAsMarkup.escapedAsMarkup)">\
                \(text.escapedAsMarkup)</a>
                """
            }
        }.joined()
    }
}

extension String {
    /// As markup or XML that shows exactly this text.
    nonisolated var escapedAsMarkup: String {
        guard let escaped = g_markup_escape_text(self, gssize(utf8.count)) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}

extension FeedImageViewModel {
    /// For screen readers: its author, its location, and what it shows.
    func name(in language: Language) -> String {
        let parts = [author, location, alternative ?? description].compactMap(\.self)
        return parts.isEmpty ? language.text(.image) : PlainText.clean(parts.joined(separator: ", "))
    }
}

extension Widget {
    func show(_ text: String) { setText(PlainText.clean(text)) }
    func showDetail(_ text: String?) { setDetail(text.map(PlainText.clean)) }
}
