import CAdwaita
import EssentialFeed
import GtkKit

/// The row below the photo instead of comments: they are loading, the image has none, or they couldn't be loaded.
final class ImageCommentsStatus {
    let root: Widget
    /// Called when the user wants to load the comments again.
    var onTryAgain: (() -> Void)?
    private let language: Language
    private let reference: ObjectReference
    private let spinner: Widget
    private let icon: Widget
    private let title: Widget
    private let message: Widget
    private let buttons: Widget
    let tryAgain: Widget

    init(language: Language) {
        self.language = language
        spinner = Widget(gtk_spinner_new()).aligned(horizontally: GTK_ALIGN_CENTER)
        gtk_widget_set_size_request(spinner.pointer, 32, 32)
        spinner.setAccessibleLabel(language.text(.loading))
        icon = Widget(gtk_image_new()).with(["dim-label"])
        gtk_image_set_pixel_size(icon.opaque, 64)
        title = Self.label(["title-2"])
        message = Self.label([])
        tryAgain = Widget.textButton(language.text(.tryAgain), classes: ["pill", "suggested-action"])
        let changeServer = Widget.textButton(language.text(.changeServer), classes: ["pill"])
        buttons = .column(spacing: 12, [tryAgain, changeServer]).margins(top: 12)
            .aligned(horizontally: GTK_ALIGN_CENTER)
        root = WidthFirstLayout.around(.column(spacing: 12, [spinner, icon, title, message, buttons]))
            .margins(horizontal: 12, top: 36, bottom: 36).with(["comments-status"])
        reference = ObjectReference(root.raw)
        tryAgain.onClick { [weak self] in self?.onTryAgain?() }
        changeServer.onClick { gtk_widget_activate_action_variant(changeServer.pointer, "win.change-server", nil) }
    }

    func display(_ content: ListContent) {
        var shown: (icon: String, title: ScreenStrings, message: String)?
        switch content {
        case .rows, .loading: break
        case .empty(let text): shown = ("user-available-symbolic", .noComments, text)
        case .failed(let text): shown = ("network-error-symbolic", .cannotLoadComments, text)
        }
        gtk_spinner_set_spinning(spinner.opaque, gboolean(content == .loading ? 1 : 0))
        spinner.isVisible = content == .loading
        gtk_image_set_from_icon_name(icon.opaque, shown?.icon)
        title.setText(shown.map { language.text($0.title) } ?? "")
        message.show(shown?.message ?? "")
        for widget in [icon, title, message] { widget.isVisible = shown != nil }
        if case .failed = content { buttons.isVisible = true } else { buttons.isVisible = false }
        root.setAccessibleBusy(content == .loading)
    }

    private static func label(_ classes: [String]) -> Widget {
        let label = Widget.label(classes: classes)
        gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
        gtk_label_set_xalign(label.opaque, 0.5)
        return label
    }
}
