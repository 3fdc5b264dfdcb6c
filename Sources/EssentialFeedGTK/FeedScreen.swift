import CAdwaita
public import EssentialFeed
public import GtkKit
import ImagePipeline

/// The feed: the list with what stands around it. Passive: it draws what ``FeedController`` says and tells it what the
/// person does.
public final class FeedScreen: FeedView {
    public let root: Widget
    /// Told once, after the frame in which the first cards on the screen have all their pictures.
    public var onFirstPictures: (@MainActor () -> Void)? {
        get { list.onFirstPictures }
        set { list.onFirstPictures = newValue }
    }

    private let controller: FeedController
    private let pictures: FeedImageControllers<Texture>
    private let reference: ObjectReference
    private let list: FeedList
    private let pages: ListPages
    private let banner: ErrorBanner
    private let note: OfflineNote
    private let refresh: RefreshButton
    private let newestRevealer: Widget
    private var shown: FeedViewModel?
    private var opened: FeedImage.ID?
    private var visible: Set<FeedImage.ID> = []
    /// The list was at its top when the note began to slide.
    private var staysAtTop = false

    /// - Parameters:
    ///   - menu: of the window, for the button at the end of the title bar.
    public init(
        controller: FeedController, pictures: FeedImageControllers<Texture>, menu: OpaquePointer?, language: Language
    ) {
        self.controller = controller
        self.pictures = pictures
        list = FeedList(language: language)
        banner = ErrorBanner(language: language)
        note = OfflineNote(language: language)
        pages = ListPages(
            list: list.root, emptyTitle: language.text(.noImages), failedTitle: language.text(.cannotLoadFeed),
            language: language)

        refresh = RefreshButton(language: language) { controller.refresh() }
        let header = HeaderBar.make(title: FeedPresenter.title(in: language))
        adw_header_bar_pack_start(header.opaque, refresh.root.pointer)
        if let menu {
            adw_header_bar_pack_end(header.opaque, HeaderBar.menuButton(menu, label: language.text(.mainMenu)).pointer)
        }

        let newest = Widget.textButton(
            FeedStrings.table.text(.showNewest, in: language), classes: ["pill", "suggested-action"])
        newestRevealer = Widget.revealer(newest, milliseconds: 250).with(["feed-newest"])
            .aligned(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_START)
        let overlay = Widget(gtk_overlay_new())
        gtk_overlay_set_child(overlay.opaque, pages.root.pointer)
        gtk_overlay_add_overlay(overlay.opaque, newestRevealer.pointer)
        root = .column([header, banner.root, note.root, overlay])
        reference = ObjectReference(root.raw)

        newest.onClick { controller.showNewest() }
        pages.onTryAgain = { controller.refresh() }
        note.onTryAgain = { controller.refresh() }
        note.onSlid = { [weak self] in self?.returnToTop() }
        banner.onDismiss = { controller.dismissError() }
        connectList()
        controller.view = self
    }

    /// Puts the focus back on the card whose comments were open.
    public func returnFocus() {
        guard let opened else { return }
        list.focus(opened)
    }

    public func display(_ viewModel: FeedViewModel) {
        let old = shown
        shown = viewModel
        if (old?.note == nil) != (viewModel.note == nil) { staysAtTop = list.offset <= 0 }
        if old?.rows != viewModel.rows {
            pictures.display(viewModel.rows)
            reportPosition()
        }
        if old?.rows != viewModel.rows || old?.loadMore != viewModel.loadMore {
            list.display(viewModel.rows, loadMore: viewModel.loadMore)
        }
        pages.display(viewModel.content)
        banner.display(viewModel.errorMessage)
        note.display(viewModel.note, date: viewModel.noteDate, because: viewModel.noteReason)
        refresh.display(isLoading: viewModel.isRefreshing)
        newestRevealer.reveal(viewModel.offersNewest)
        root.setAccessibleBusy(viewModel.isRefreshing)
    }

    public func scrollToTop() {
        list.scrollToTop()
    }

    /// Moves the list, in pixels.
    public func scroll(by distance: Double) {
        list.scroll(by: distance)
    }

    private func connectList() {
        let controller = controller
        let pictures = pictures
        list.controller = { pictures.controller(for: $0) }
        list.onPictureSize = { pictures.pictureSize = PixelSize($0) }
        list.onOpen = { [weak self] id in
            self?.opened = id
            controller.select(id)
        }
        list.onVisibleRows = { [weak self] ids in
            pictures.visibleRowsChanged(ids)
            self?.visible = ids
            self?.reportPosition()
        }
        list.onLoadMoreVisible = { isVisible in
            if isVisible { controller.loadMoreBecameVisible() } else { controller.loadMoreResignedVisible() }
        }
        list.onRetryLoadMore = { controller.retryLoadMore() }
        list.onPulled = { controller.refresh() }
    }

    /// The list loses its top where it changes its height while newer rows come. Somebody who has scrolled meanwhile is
    /// left where they are.
    private func returnToTop() {
        if staysAtTop, list.offset < Double(gtk_widget_get_height(note.root.pointer)) { list.scrollToTop() }
        staysAtTop = false
    }

    private func reportPosition() {
        let first = shown?.rows.firstIndex { visible.contains($0.id) }
        controller.scrolled(belowFirstPage: first.map { $0 >= FeedQuery.defaultLimit } ?? false)
    }
}
