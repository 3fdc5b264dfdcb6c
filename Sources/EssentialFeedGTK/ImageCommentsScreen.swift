import CAdwaita
public import EssentialFeed
public import GtkKit

/// The comments of an image. Passive, as ``FeedScreen`` is.
public final class ImageCommentsScreen: ImageCommentsView {
    public let root: Widget
    private let controller: ImageCommentsController
    private let reference: ObjectReference
    private let list = ImageCommentsList()
    private let pages: ListPages
    private let banner: ErrorBanner
    private let refreshStack: Widget
    private let spinner: Widget

    public init(controller: ImageCommentsController, language: Language, onBack: @escaping () -> Void) {
        self.controller = controller
        banner = ErrorBanner(language: language)
        pages = ListPages(
            list: list.root, emptyTitle: language.text(.noComments), failedTitle: language.text(.cannotLoadComments),
            language: language)
        let header = HeaderBar.make(title: ImageCommentsPresenter.title(in: language))
        let back = Widget.iconButton("go-previous-symbolic", label: language.text(.back))
        adw_header_bar_pack_start(header.opaque, back.pointer)
        let refresh = Widget.iconButton("view-refresh-symbolic", label: language.text(.refresh))
        spinner = Widget(gtk_spinner_new())
        refreshStack = Widget(gtk_stack_new())
        gtk_stack_add_named(refreshStack.opaque, refresh.pointer, "button")
        gtk_stack_add_named(refreshStack.opaque, spinner.pointer, "spinner")
        adw_header_bar_pack_end(header.opaque, refreshStack.pointer)
        root = .column([header, banner.root, pages.root])
        reference = ObjectReference(root.raw)

        back.onClick { onBack() }
        refresh.onClick { controller.refresh() }
        pages.onTryAgain = { controller.refresh() }
        banner.onDismiss = { controller.dismissError() }
        controller.view = self
    }

    public func display(_ viewModel: ImageCommentsListViewModel) {
        list.display(viewModel.rows)
        pages.display(viewModel.content)
        banner.display(viewModel.errorMessage)
        gtk_spinner_set_spinning(spinner.opaque, gboolean(viewModel.isLoading ? 1 : 0))
        refreshStack.showPage(viewModel.isLoading ? "spinner" : "button")
        root.setAccessibleBusy(viewModel.isLoading)
    }
}
