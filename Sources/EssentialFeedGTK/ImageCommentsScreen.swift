import CAdwaita
public import EssentialFeed
public import GtkKit

/// The screen of an image's comments. Draws the view models of an ``ImageCommentsController`` and forwards the person's
/// actions to it.
public final class ImageCommentsScreen: ImageCommentsView {
    /// The screen's widget.
    public let root: Widget
    private let controller: ImageCommentsController
    private let reference: ObjectReference
    private let list = ImageCommentsList()
    private let pages: ListPages
    private let banner: ErrorBanner
    private let refresh: RefreshButton

    /// Creates the screen and becomes the view of its controller.
    /// - Parameters:
    ///   - controller: The controller whose view models the screen draws.
    ///   - language: The language of the screen's own texts.
    ///   - onBack: Called when the person wants to go back.
    public init(controller: ImageCommentsController, language: Language, onBack: @escaping () -> Void) {
        self.controller = controller
        banner = ErrorBanner(language: language)
        pages = ListPages(
            list: list.root, emptyTitle: language.text(.noComments), failedTitle: language.text(.cannotLoadComments),
            language: language)
        let header = HeaderBar.make(title: ImageCommentsPresenter.title(in: language))
        let back = Widget.iconButton("go-previous-symbolic", label: language.text(.back))
        adw_header_bar_pack_start(header.opaque, back.pointer)
        refresh = RefreshButton(language: language) { controller.refresh() }
        adw_header_bar_pack_end(header.opaque, refresh.root.pointer)
        root = .column([header, banner.root, pages.root])
        reference = ObjectReference(root.raw)

        list.absoluteDate = { controller.absoluteDate(of: $0) }
        back.onClick { onBack() }
        // Below the window's shortcuts: a menu or a tooltip that is open takes the key first.
        Actions.addShortcut("Escape", to: root) { onBack() }
        pages.onTryAgain = { controller.refresh() }
        banner.onDismiss = { controller.dismissError() }
        controller.view = self
    }

    public func display(_ viewModel: ImageCommentsListViewModel) {
        list.display(viewModel.rows)
        pages.display(viewModel.content)
        banner.display(viewModel.errorMessage)
        refresh.display(isLoading: viewModel.isLoading)
        root.setAccessibleBusy(viewModel.isLoading)
    }
}
