import CAdwaita
package import EssentialFeed
package import GtkKit
import ImageFormats
import ImagePipeline

/// The feed screen: draws the view models of a ``FeedController`` and passes on the user's actions.
package final class FeedScreen: WidgetOwner, FeedView {
    package var onRows: (([FeedImage]) -> Void)?
    package var onStyle: ((FeedStyle) -> Void)?
    package var onCommand: ((PhotoCommand, FeedImage) -> Void)?
    /// Drags images to other programs; `nil` if they aren't dragged.
    package var drag: ImageViewerScreen.Drag?
    /// Receives the position of the file that can't be shown, to show it in the file manager.
    package var onShowLeftOut: ((Int) -> Void)?
    /// Receives the selected photos, in the order of the feed, to save copies of them.
    package var onSaveCopies: (([FeedImage]) -> Void)?
    package var onStopSaving: (() -> Void)?
    let controller: FeedController
    let pictures: FeedImageControllers<Texture>
    let list: FeedList
    private let pages: ListPages
    private let banner: ErrorBanner
    private let note: OfflineNote
    private let leftOut: LeftOutBar
    let selection: PhotoSelection
    private let refresh: RefreshButton
    private let view: FeedViewButtons
    private let pill = MonthPill()
    private let title: Widget
    private let newest: Widget
    private let newestRevealer: Widget
    private var menu: ContextMenu?
    private var shown: FeedViewModel?
    private var opened: FeedImage.ID?
    private(set) var showsComments = true
    private var scrolled = 0.0
    /// Whether the list was at its top when the note began to slide.
    private var staysAtTop = false

    package init(
        controller: FeedController, pictures: FeedImageControllers<Texture>, menu: OpaquePointer?, language: Language
    ) {
        (self.controller, self.pictures) = (controller, pictures)
        list = FeedList(language: language)
        banner = ErrorBanner(language: language) { controller.dismissError() }
        note = OfflineNote(language: language) { controller.refresh() }
        leftOut = LeftOutBar(language: language)
        pages = ListPages(list: list.root, language: language) { controller.refresh() }

        refresh = RefreshButton(language: language) { controller.refresh() }
        title = Widget(adw_window_title_new(FeedPresenter.title(in: language), ""))
        let header = Widget(adw_header_bar_new())
        adw_header_bar_set_title_widget(header.opaque, title.pointer)
        adw_header_bar_pack_start(header.opaque, refresh.root.pointer)
        HeaderBar.add(menu, to: header, language)
        view = FeedViewButtons(language: language)
        for button in [view.grid, view.months] { adw_header_bar_pack_end(header.opaque, button.pointer) }
        selection = PhotoSelection(replacing: header, language: language)

        newest = .textButton("", classes: ["pill", "suggested-action"])
        newestRevealer = Widget.revealer(newest, milliseconds: 250).with(["feed-newest"])
            .aligned(horizontally: GTK_ALIGN_CENTER, vertically: GTK_ALIGN_START)
        let overlay = Widget(gtk_overlay_new())
        gtk_overlay_set_child(overlay.opaque, pages.root.pointer)
        gtk_overlay_add_overlay(overlay.opaque, pill.root.pointer)
        gtk_overlay_add_overlay(overlay.opaque, newestRevealer.pointer)
        super.init(root: .column([selection.header, banner.root, note.root, leftOut.root, overlay, selection.bar]))

        view.onGrid = { [weak self] isGrid in
            guard let self, isGrid != list.shape.style.isGrid else { return }
            styleChosen(FeedStyle(isGrid: isGrid, density: list.shape.style.density))
        }
        view.onMonth = { [weak self] in self?.showMonth(at: $0) }
        newest.onClick { controller.showNewest() }
        note.onSlid = { [weak self] in self?.returnToTop() }
        list.screen = self
        let view = ContextMenu.Entry("view", language.text(.viewPhoto)) { [weak self] in self?.view($0.id) }
        let select = ContextMenu.Entry("select", language.text(.select)) { [selection] in selection.toggle($0.id) }
        let commands = PhotoCommand.sections.map { section in
            ContextMenu.entries(section.filter { $0 != .details }, language) { [weak self] in self?.perform($0, on: $1)
            }
        }
        let menu = ContextMenu(on: root, [[view, select]] + commands) { [list] in list.image(at: $0) }
        self.menu = menu
        menu.offer(Set(PhotoCommand.allCases.filter { !$0.isConditional }))
        leftOut.onShow = { [weak self] in self?.onShowLeftOut?($0) }
        selection.onSave = { [weak self] in self?.onSaveCopies?($0) }
        selection.onStop = { [weak self] in self?.onStopSaving?() }
        selection.onChange = { [list] in list.updateSelection() }
        addGestures()
        controller.view = self
    }

    private func perform(_ command: PhotoCommand, on image: FeedImage) {
        if command == .comments { openComments(of: image.id) } else { onCommand?(command, image) }
    }

    private func addGestures() {
        let pick = { [root] (x: Double, y: Double) in
            gtk_widget_pick(root.pointer, x, y, GTK_PICK_DEFAULT).map { Widget($0) }
        }
        let find = { [weak list] (x: Double, y: Double) in pick(x, y).flatMap { list?.image(at: $0) } }
        selection.listen(on: root, find: find)
        PhotoDrag.add(to: root) { [weak self] x, y in
            if let self, let image = find(x, y) { drag?.onPress(image) }
        } photo: { [weak self] x, y in
            guard let self, let image = find(x, y), let photo = drag?.onDrag(image) else { return nil }
            return (photo, pick(x, y).flatMap(PhotoDrag.picture))
        } end: { [weak self] in
            self?.drag?.onEnd()
        }
    }

    /// Shows whose feed it is, and the user's name on the server.
    package func display(server: String, person: String?) {
        adw_window_title_set_title(title.opaque, PlainText.line(server))
        adw_window_title_set_subtitle(title.opaque, person.map(PlainText.line) ?? "")
        gtk_widget_set_tooltip_text(title.pointer, PlainText.line(server))
    }

    /// Offers commands in the menus of images. Call it before the first card exists.
    package func offer(_ commands: Set<PhotoCommand>) {
        showsComments = commands.contains(.comments)
        menu?.offer(commands)
    }

    package func show(_ style: FeedStyle) {
        list.show(style)
        view.display(isGrid: style.isGrid, months: list.rows.months)
        if !style.isGrid { pill.hide() }
    }

    private func showMonth(at position: Int) {
        guard list.rows.images.indices.contains(position) else { return }
        list.showMonth(of: list.rows.images[position].id)
    }

    package var rows: [FeedImage] { shown?.rows ?? [] }

    /// The card at the top of the screen; `nil` at the top of the feed. While another screen covers this one, the last
    /// known place.
    package var place: FeedPlace.Card? { list.place }

    /// `nil` if it isn't on the screen or smaller than its card.
    package func picture(of id: FeedImage.ID) -> Widget? {
        let cell = list.cells.first { $0.image?.id == id && $0.root.isMapped }
        return cell?.image?.shownSize?.isTiny == true ? nil : cell?.picture
    }

    package func noteOpened(_ id: FeedImage.ID) { opened = id }

    package func returnFocus() {
        guard let opened else { return }
        list.focus(opened)
    }

    /// Scrolls to the card of an image. The card gets the keyboard focus in ``returnFocus()``.
    package func reveal(_ id: FeedImage.ID) {
        guard opened != id else { return }
        opened = id
        list.reveal(id)
    }

    package func display(_ viewModel: FeedViewModel) {
        let old = shown
        shown = viewModel
        if (old?.note == nil) != (viewModel.note == nil) { staysAtTop = !list.isPlacing && list.offset <= 0 }
        if old?.note != viewModel.note || old?.noteReason != viewModel.noteReason {
            list.pin { [note] in note.isSliding }
        }
        let hasOtherRows = old?.rows != viewModel.rows
        // Other rows get their texts anyway.
        if !hasOtherRows, let old, old.now != viewModel.now { list.updateTexts() }
        let displayList = { [list] in
            list.display(viewModel.rows, firstSeen: viewModel.firstSeen, loadMore: viewModel.loadMore)
        }
        if hasOtherRows || old?.loadMore != viewModel.loadMore {
            selection.display(viewModel.rows, isComplete: viewModel.loadMore == nil)
        }
        if hasOtherRows {
            pictures.display(viewModel.rows, arrange: displayList)
            view.display(isGrid: list.shape.style.isGrid, months: list.rows.months)
        } else if old?.firstSeen != viewModel.firstSeen || old?.loadMore != viewModel.loadMore {
            displayList()
        }
        pages.display(viewModel.content)
        banner.display(viewModel.errorMessage)
        note.display(viewModel.note, date: viewModel.noteDate, because: viewModel.noteReason)
        refresh.display(isLoading: viewModel.isRefreshing, viewModel.content)
        if let offer = viewModel.newestOffer { gtk_button_set_label(newest.button, offer) }
        newestRevealer.reveal(viewModel.newestOffer != nil)
        root.setAccessibleBusy(viewModel.isRefreshing)
        if hasOtherRows { onRows?(viewModel.rows) }
    }

    /// `more` is how many files follow; the summary is `nil` if all can be shown.
    package func displayLeftOut(_ summary: String?, files: [LeftOutRow], more: String?) {
        leftOut.display(summary, files: files, more: more)
    }

    package func display(_ progress: CopyProgress) { selection.display(progress) }
    package func scrollToTop() { list.scrollToTop() }
    package func scroll(to card: FeedPlace.Card) { list.scroll(to: card) }
    package func scroll(by distance: Double) { list.scroll(by: distance) }

    /// Scrolls back to the top if newer rows moved the list away from it, unless the user has scrolled.
    private func returnToTop() {
        if staysAtTop, list.offset < Double(gtk_widget_get_height(note.root.pointer)) { list.scrollToTop() }
        staysAtTop = false
    }
}

extension FeedScreen {
    func open(_ id: FeedImage.ID) { if selection.isActive { selection.toggle(id) } else { view(id) } }

    private func view(_ id: FeedImage.ID) {
        opened = id
        controller.select(id)
    }

    func openComments(of id: FeedImage.ID) {
        opened = id
        controller.selectComments(of: id)
    }

    func visibleRowsChanged(_ ids: Set<FeedImage.ID>) {
        pictures.visibleRowsChanged(ids)
        controller.visibleRowsChanged(ids)
    }

    /// Called after each layout while the load-more row is on the screen, and once when it has left the screen.
    func loadMoreChanged(isVisible: Bool) {
        if isVisible { controller.loadMoreBecameVisible() } else { controller.loadMoreResignedVisible() }
    }

    func placeChanged(to place: FeedPlace.Card?) {
        let progress = list.progress
        guard progress != scrolled else { return }
        scrolled = progress
        guard let place, let month = list.rows.month(of: place.id) else { return }
        pill.show(month.name, at: progress, in: Int(gtk_widget_get_height(list.root.pointer)))
    }

    func styleChosen(_ style: FeedStyle) {
        show(style)
        onStyle?(style)
    }
}
