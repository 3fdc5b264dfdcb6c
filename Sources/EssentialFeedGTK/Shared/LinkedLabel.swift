import CAdwaita
import CGtkKit
package import EssentialFeed
package import GtkKit

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

/// Opens the links in texts that other people wrote.
///
/// A link opens immediately if its text is exactly its address: the user has read where it leads, and the tooltip
/// repeats the address. If they differ, which requires non-ASCII letters (`аррӏе.com` in Cyrillic letters is
/// `xn--80ak6aa92e.com`), a dialog shows the address first. If the dialog appeared every time, users would learn to
/// press Open without reading.
package final class LinkOpener {
    /// Opens an address, and reports the error if that isn't possible.
    package typealias Launch = (_ address: String, _ onEnd: @escaping @MainActor (LaunchError?) -> Void) -> Void

    private let window: Widget
    private let language: Language
    private let launch: Launch

    /// Creates an opener.
    /// - Parameters:
    ///   - window: The parent window of the question.
    ///   - language: The language of the question.
    ///   - launch: Opens an address.
    package init(over window: Widget, language: Language, launch: @escaping Launch) {
        self.window = window
        self.language = language
        self.launch = launch
    }

    /// Opens a link, after asking if its text isn't its address.
    /// - Parameter onEnd: Receives the error if the link couldn't be opened, else `nil`. Not called if the user
    ///   cancels.
    package func open(_ link: WebLink, onEnd: @escaping @MainActor (LaunchError?) -> Void) {
        guard !link.isWrittenOut else { return launch(link.address, onEnd) }
        MessageDialog.show(
            language.text(.openLink, link.host), link.address, over: window, close: language.text(.cancel),
            choice: MessageDialog.Choice(id: "open", text: language.text(.open), kind: .plain) { [launch] in
                launch(link.address, onEnd)
            })
    }
}

extension FeedImageViewModel {
    /// The image's name for screen readers: its author, location and description, if known.
    func name(in language: Language) -> String {
        let parts = [author, location, description].compactMap(\.self)
        return parts.isEmpty ? language.text(.image) : PlainText.clean(parts.joined(separator: ", "))
    }
}

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
