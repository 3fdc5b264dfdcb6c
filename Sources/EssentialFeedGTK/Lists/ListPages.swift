import CAdwaita
import EssentialFeed
import GtkKit

/// A list, or a page instead of it while it has no rows: loading, empty or failed.
///
/// Hidden pages are made invisible: GTK 4.8 leaves hidden children of a stack or revealer in the accessibility tree.
final class ListPages {
    let root: Widget
    var onTryAgain: (() -> Void)?
    private let spinner: Widget
    private let empty: Widget
    private let failed: Widget
    private let list: Widget
    private let retryFocus: RetryFocus

    init(list: Widget, emptyTitle: String, failedTitle: String, language: Language) {
        spinner = Widget(gtk_spinner_new()).aligned(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_CENTER)
        gtk_widget_set_size_request(spinner.pointer, 32, 32)
        spinner.setAccessibleLabel(language.text(.loading))
        empty = Self.statusPage(icon: "image-x-generic-symbolic", title: emptyTitle)
        failed = Self.statusPage(icon: "network-error-symbolic", title: failedTitle)
        self.list = list
        let tryAgain = Widget.textButton(language.text(.tryAgain), classes: ["pill", "suggested-action"])
            .aligned(horizontally: GTK_ALIGN_CENTER)
        let changeServer = Widget.textButton(language.text(.changeServer), classes: ["pill"])
            .aligned(horizontally: GTK_ALIGN_CENTER)
        adw_status_page_set_child(failed.opaque, Widget.column(spacing: 12, [tryAgain, changeServer]).pointer)

        root = Widget(gtk_stack_new()).expanding(horizontally: true, vertically: true)
        retryFocus = RetryFocus(of: tryAgain, in: root)
        for (name, page) in [("rows", list), ("loading", spinner), ("empty", empty), ("failed", failed)] {
            gtk_stack_add_named(root.opaque, page.pointer, name)
        }
        changeServer.onClick { gtk_widget_activate_action_variant(changeServer.pointer, "win.change-server", nil) }
        tryAgain.onClick { [weak self] in self?.onTryAgain?() }
    }

    func display(_ content: ListContent) {
        var name = "rows"
        switch content {
        case .rows: break
        case .loading: name = "loading"
        case .empty(let text):
            name = "empty"
            Self.setDescription(text, of: empty)
        case .failed(let message):
            name = "failed"
            Self.setDescription(message, of: failed)
        }
        gtk_spinner_set_spinning(spinner.opaque, gboolean(content == .loading ? 1 : 0))
        retryFocus.display(content) {
            root.showPage(name)
        } moveOn: {
            // An empty page has no widget that can have the focus.
            if content == .rows { gtk_widget_child_focus(list.pointer, GTK_DIR_TAB_FORWARD) }
        }
        root.setAccessibleBusy(content == .loading)
    }

    private static func statusPage(icon: String, title: String) -> Widget {
        let page = Widget(adw_status_page_new())
        adw_status_page_set_icon_name(page.opaque, icon)
        adw_status_page_set_title(page.opaque, title)
        page.breakWordsOfLabelsWithoutHyphen()
        return page
    }

    /// Sets the description of a status page, escaped because the page reads it as markup.
    private static func setDescription(_ text: String, of page: Widget) {
        let escaped = g_markup_escape_text(text, -1)
        defer { g_free(escaped) }
        adw_status_page_set_description(page.opaque, escaped)
    }
}
