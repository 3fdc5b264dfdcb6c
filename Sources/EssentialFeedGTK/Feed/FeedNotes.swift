import CAdwaita
import EssentialFeed
import GtkKit

/// The path of a file of the user's folder that can't be shown, below the folder, and the reason.
package typealias LeftOutRow = (name: String, reason: String)

final class LeftOutBar {
    let root: Widget
    private let label: Widget
    private let language: Language
    /// Receives the position of the file to show in the file manager.
    var onShow: ((Int) -> Void)?
    private var shown: (summary: String, files: [LeftOutRow], more: String?)?

    init(language: Language) {
        self.language = language
        label = .label(classes: ["caption-heading"])
        let details = Widget.textButton(language.text(.details), classes: ["flat"])
        let close = Widget.iconButton("window-close-symbolic", label: language.text(.dismiss), classes: ["flat"])
        let text = Widget.column([label]).aligned(vertically: GTK_ALIGN_CENTER).expanding(horizontally: true)
        let content = Widget.row(spacing: 6, [text, details, close]).margins(horizontal: 12, top: 6, bottom: 6)
        root = .revealer(.column([.clamp(content)]).with(["feed-note"]), milliseconds: 250)
        details.onClick { [weak self] in self?.showFiles() }
        close.onClick { [weak self] in self?.root.reveal(false) }
    }

    func display(_ summary: String?, files: [LeftOutRow], more: String?) {
        shown = summary.map { ($0, files, more) }
        label.show(summary ?? "")
        root.reveal(summary != nil)
    }

    private func showFiles() {
        guard let shown else { return }
        let rows = shown.files.enumerated().map { position, file in
            let show = Widget.iconButton("folder-symbolic", label: language.text(.showInFiles), classes: ["flat"])
            show.setAccessibleDescription(file.name)
            show.onClick { [weak self] in self?.onShow?(position) }
            return ListRows.row(PlainText.line(file.name), detail: file.reason, suffix: show)
        }
        let list = Widget.column(spacing: 12, [ListRows.group("", rows)]).margins(horizontal: 6, top: 6, bottom: 6)
        if let more = shown.more { list.append([.label(more, classes: ["caption"])]) }
        let scroller = Widget.scroller(list)
        gtk_scrolled_window_set_max_content_height(scroller.opaque, 400)
        gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, gboolean(1))
        MessageDialog.show(
            shown.summary, over: root, close: language.text(.close), content: ContentHeightLayout.around(scroller))
    }
}

/// A note that the saved feed is shown, how old it is and why, with a retry button. While the server is being asked, it
/// shows no reason.
final class OfflineNote {
    let root: Widget
    var onSlid: (() -> Void)?
    private let icon = Widget(gtk_image_new())
    private let label: Widget
    private let reason: Widget
    private let tryAgain: Widget
    private let retryFocus: RetryFocus

    init(language: Language, onTryAgain: @escaping @MainActor () -> Void) {
        label = .label(classes: ["caption-heading"])
        reason = .label(classes: ["caption"])
        tryAgain = Widget.textButton(language.text(.tryAgain), classes: ["flat"])
            .aligned(vertically: GTK_ALIGN_CENTER)
        let texts = Widget.column([label, reason]).aligned(vertically: GTK_ALIGN_CENTER).expanding(horizontally: true)
        let content = Widget.row(spacing: 12, [icon, texts, tryAgain]).margins(horizontal: 12, top: 6, bottom: 6)
        root = .revealer(.column([.clamp(content)]).with(["feed-note"]), milliseconds: 250)
        retryFocus = RetryFocus(of: tryAgain, in: root)
        tryAgain.onClick(onTryAgain)
        Signal.connect(root, "notify::child-revealed") { [weak self] in self?.onSlid?() }
    }

    var isSliding: Bool { gtk_revealer_get_reveal_child(root.opaque) != gtk_revealer_get_child_revealed(root.opaque) }

    /// The date is a detail of the relative time in the note; `nil` hides the note.
    func display(_ note: String?, date: String?, because reason: String?) {
        if let note {
            label.show(note)
            label.showDetail(date)
            self.reason.show(reason ?? "")
            self.reason.isVisible = reason != nil
            let name = reason == nil ? "document-open-recent-symbolic" : "network-offline-symbolic"
            gtk_image_set_from_icon_name(icon.opaque, name)
            retryFocus.update { tryAgain.isVisible = reason != nil }
        }
        root.reveal(note != nil)
    }
}
