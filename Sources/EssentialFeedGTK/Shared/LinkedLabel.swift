import CAdwaita
import EssentialFeed
import GtkKit

/// A label with selectable text that other people wrote. Tab moves through its links.
final class LinkedLabel {
    let root: Widget
    /// Receives the link that the user follows.
    var onLink: ((WebLink) -> Void)?
    private var shown = ""
    private var links: [String: WebLink] = [:]

    /// - Parameter classes: The label's style classes.
    init(classes: [String] = []) {
        root = Widget.label(classes: ["linked-text"] + classes).selectable()
        Signal.connect(root.raw, "activate-link") { [weak self] arguments in
            // Always handled here, because GTK would open any address.
            arguments.answer(true)
            guard let self, let link = links[arguments.text(1)] else { return }
            onLink?(link)
        }
    }

    /// Shows a text; an empty one clears the label. The selection stays if the text is the same.
    func show(_ text: String) {
        guard text != shown else { return }
        shown = text
        let linked = LinkedText(text)
        links = Dictionary(linked.links.map { ($0.address, $0) }) { first, _ in first }
        if links.isEmpty { root.show(text) } else { gtk_label_set_markup(root.opaque, linked.markup) }
    }
}

extension LinkedText {
    /// The text as Pango markup for the links only. The title of a link is its tooltip.
    nonisolated var markup: String {
        parts.map { part in
            switch part {
            case .plain(let text): Self.escaped(text)
            case .link(let text, let link):
                // GTK interprets the title as markup again when it shows the tooltip.
                """
                <a href="\(Self.escaped(link.address))" title="\(Self.escaped(Self.escaped(link.address)))">\
                \(Self.escaped(text))</a>
                """
            }
        }.joined()
    }

    private nonisolated static func escaped(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, gssize(text.utf8.count)) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}
