import CAdwaita
package import EssentialFeed
import Foundation
package import GtkKit

/// The comments on an image: draws the view models of an ``ImageCommentsController`` and passes on the user's actions.
package final class ImageCommentsScreen: WidgetOwner, ImageCommentsView {
    package var onBack: (() -> Void)?
    package var onOpen: ((FeedImage) -> Void)?
    private let controller: ImageCommentsController
    private let photo: CommentedPhoto
    private let list: ImageCommentsList
    private let banner: ErrorBanner
    private let refresh: RefreshButton
    private let newComment: NewCommentBar
    private var keys: WindowKeys?
    private var isLoading = false

    /// `isPane`: the comments are beside the viewer, which shows the image.
    package init(
        controller: ImageCommentsController, picture: FeedImageController<Texture>, isPane: Bool = false,
        language: Language
    ) {
        self.controller = controller
        banner = ErrorBanner(language: language) { controller.dismissError() }
        photo = CommentedPhoto(picture, language: language)
        let status = ImageCommentsStatus(
            language: language, onTryAgain: { controller.refresh() }, onDismiss: { controller.dismissError() })
        list = ImageCommentsList(photo: photo, status: status, showsPhoto: !isPane)
        let header = HeaderBar.make(title: ImageCommentsPresenter.title(in: language))
        refresh = RefreshButton(language: language) { controller.refresh() }
        newComment = NewCommentBar(language: language)
        super.init(root: .column([header, banner.root, list.root, newComment.root]))
        HeaderBar.addClose(to: header, of: root, isPane: isPane, language) { [weak self] in self?.onBack?() }
        adw_header_bar_pack_end(header.opaque, refresh.root.pointer)

        newComment.onType = { controller.type(CommentDraft($0, id: UUID())) }
        newComment.onSend = { controller.sendComment() }
        list.absoluteDate = { controller.absoluteDate(of: $0) }
        list.onPulled = { controller.refresh() }
        photo.onOpen = { [weak self] in self?.onOpen?(picture.image) }
        controller.view = self
        // Beside the viewer, characters are the viewer's keys.
        guard !isPane else { return }
        keys = WindowKeys(root) { [weak self] press in
            guard let self, let keys = self.keys, !keys.isTaken, newComment.accepts(press) else { return false }
            return newComment.takeFocus().map { keys.forward(to: $0) } ?? false
        }
    }

    package func returnFocus() { photo.grabFocus() }

    package func display(_ viewModel: ImageCommentsListViewModel) {
        photo.display(viewModel.image)
        list.display(viewModel.rows, viewModel.content)
        banner.display(viewModel.errorMessage)
        newComment.display(viewModel.newComment)
        refresh.display(isLoading: viewModel.isLoading, viewModel.content)
        root.setAccessibleBusy(viewModel.isLoading)
        if viewModel.isLoading, !isLoading { photo.retryPicture() }
        isLoading = viewModel.isLoading
    }
}

final class NewCommentBar: WidgetOwner {
    private static let maximumLength: Int32 = 2_000

    /// Receives what the user has typed, after each change.
    var onType: ((String) -> Void)?
    var onSend: (() -> Void)?
    private let entry: Widget
    private let send: Widget

    init(language: Language) {
        let entry = Widget(gtk_entry_new()).expanding(horizontally: true)
        self.entry = entry
        gtk_entry_set_max_length(entry.cast(), Self.maximumLength)
        gtk_entry_set_placeholder_text(entry.cast(), language.text(.writeComment))
        entry.setAccessibleLabel(language.text(.writeComment))
        send = .textButton(language.text(.send), classes: ["suggested-action"])
        super.init(root: Widget.clamp(.row(spacing: 6, [entry, send])).with(["new-comment"]))
        Signal.connect(entry, "changed") { [weak self] in self?.onType?(ListRows.text(of: entry)) }
        Signal.connect(entry, "activate") { [weak self] in self?.onSend?() }
        send.onClick { [weak self] in self?.onSend?() }
    }

    /// Whether the key is a character's or an accent's, for the comment. While a comment is being sent, none is.
    func accepts(_ press: WindowKeys.Press) -> Bool {
        let held = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        let accents = guint(GDK_KEY_dead_grave)...guint(GDK_KEY_dead_longsolidusoverlay)
        let (space, delete): (guint32, guint32) = (0x20, 0x7F)
        let character = gdk_keyval_to_unicode(press.key)
        return root.isMapped && gtk_editable_get_editable(entry.opaque) != 0 && press.modifiers.rawValue & held == 0
            && (accents.contains(press.key) || character > space && character != delete)
    }

    /// Moves the focus to the end of the text. Returns the widget with the focus.
    func takeFocus() -> Widget? {
        gtk_entry_grab_focus_without_selecting(entry.cast())
        gtk_editable_set_position(entry.opaque, -1)
        return root.windowFocus
    }

    func display(_ viewModel: NewCommentViewModel?) {
        root.isVisible = viewModel != nil
        guard let viewModel else { return }
        if ListRows.text(of: entry) != viewModel.text { gtk_editable_set_text(entry.opaque, viewModel.text) }
        gtk_editable_set_editable(entry.opaque, gboolean(viewModel.isSending ? 0 : 1))
        gtk_widget_set_sensitive(send.pointer, gboolean(viewModel.canBeSent ? 1 : 0))
        root.setAccessibleBusy(viewModel.isSending)
    }
}

/// The row in place of comments that are loading, don't exist or couldn't be loaded.
final class ImageCommentsStatus: WidgetOwner {
    let tryAgain: Widget
    private let language: Language
    private let spinner: Widget
    private let icon: Widget
    private let title: Widget
    private let message: Widget
    private let buttons: Widget

    /// `onDismiss` is called when the user has read why the comments couldn't be loaded, and clicks the text.
    init(
        language: Language, onTryAgain: @escaping @MainActor () -> Void, onDismiss: @escaping @MainActor () -> Void
    ) {
        self.language = language
        spinner = .spinner(size: 32)
        spinner.setAccessibleLabel(language.text(.loading))
        icon = Widget(gtk_image_new()).with(["dim-label"])
        gtk_image_set_pixel_size(icon.opaque, 64)
        title = .centredLabel(classes: ["title-2"])
        message = .centredLabel()
        tryAgain = Widget.textButton(language.text(.tryAgain), classes: ["pill", "suggested-action"])
        let changeServer = Widget.textButton(language.text(.changeServer), classes: ["pill"])
        buttons = .column(spacing: 12, [tryAgain, changeServer]).margins(top: 12)
            .aligned(horizontally: GTK_ALIGN_CENTER)
        super.init(
            root: WidthFirstLayout.around(.column(spacing: 12, [spinner, icon, title, message, buttons]))
                .margins(horizontal: 12, top: 36, bottom: 36).with(["comments-status"]))
        tryAgain.onClick(onTryAgain)
        let click = gtk_gesture_click_new()
        Signal.connect(click, "released") { _ in onDismiss() }
        gtk_widget_add_controller(message.pointer, click)
        changeServer.onClick { gtk_widget_activate_action_variant(changeServer.pointer, "win.change-server", nil) }
    }

    func display(_ content: ListContent) {
        var shown: (icon: String, title: ScreenStrings, message: String)?
        switch content {
        case .rows, .loading: break
        case .empty(let text): shown = ("user-available-symbolic", .noComments, text)
        case .failed(let text): shown = ("network-error-symbolic", .cannotLoadComments, text)
        }
        spinner.spin(content == .loading)
        gtk_image_set_from_icon_name(icon.opaque, shown?.icon)
        title.setText(shown.map { language.text($0.title) } ?? "")
        message.show(shown?.message ?? "")
        for widget in [icon, title, message] { widget.isVisible = shown != nil }
        buttons.isVisible = if case .failed = content { true } else { false }
        root.setAccessibleBusy(content == .loading)
    }
}
