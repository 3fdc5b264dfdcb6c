import CAdwaita
import EssentialFeed
import Foundation
import GtkKit
import ImageFormats

/// The list of cards or, in a wide window, of rows of photos near the screen. An image keeps its item, its card and its
/// picture, because items are identified by ids, never by position.
final class FeedList {
    weak var screen: FeedScreen?
    let root: Widget
    let view: Widget
    let clamp = Widget(adw_clamp_scrollable_new())
    let items: FeedListItems
    let loadMoreRow: LoadMoreRow
    let newSinceLine: NewSinceLine
    let keys: ListKeys
    var rows = FeedRows()
    var listRows: [UnsafeMutableRawPointer: FeedListRow] = [:]
    var shape = FeedListShape()
    var placement = Placement()
    private(set) var isComplete = true
    private let language: Language
    private let pull: TouchPull
    private var layouts: WhileMapped?
    private var visibility = Visibility()
    private var unfolded: Set<FeedImage.ID> = []

    private struct Visibility {
        var cards: Set<FeedImage.ID> = []
        var loadMoreRow = false
        var isOutdated = false
    }

    init(language: Language) {
        self.language = language
        loadMoreRow = LoadMoreRow(language: language)
        newSinceLine = NewSinceLine(language: language)
        let factory = gtk_signal_list_item_factory_new()
        items = FeedListItems()
        view = Widget(gtk_list_view_new(gtk_no_selection_new(items.model), factory)).with(["feed-list"])
        gtk_list_view_set_single_click_activate(view.opaque, gboolean(1))
        adw_clamp_scrollable_set_child(clamp.opaque, view.pointer)
        root = .scroller(clamp)
        pull = TouchPull(root)
        items.view = view
        keys = ListKeys(scroller: root, list: view)

        change(to: .cards)
        keys.cells = { [weak self] in self?.cells(of: $0) ?? [$0] }
        layouts = WhileMapped(layingOut: root) { [weak self] in self?.didLayOut() }
        keys.onEnd = { [weak self] in
            self?.items.add { $0.addAll() }
            self?.screen?.controller.loadToEnd()
        }
        keys.onEscape = { [weak self] in
            guard let self, loadMoreRow.isLoadingToEnd else { return self?.screen?.selection.end() ?? false }
            screen?.controller.stopLoadingToEnd()
            return true
        }
        keys.onPress = { [weak self] in self?.press($0.key, $0.modifiers) ?? false }
        keys.onActivate = { [weak self] in self?.openFocusedPhoto() ?? false }
        loadMoreRow.onRetry = { [weak self] in self?.screen?.controller.retryLoadMore() }
        loadMoreRow.onStop = { [weak self] in self?.screen?.controller.stopLoadingToEnd() }
        Signal.connect(loadMoreRow.root, "map") { [weak self] in self?.updateVisibilityAfterLayout() }
        Signal.connect(loadMoreRow.root, "unmap") { [weak self] in self?.updateVisibilityAfterLayout() }
        Signal.connect(gtk_scrolled_window_get_hadjustment(root.opaque), "changed") { [weak self] _ in
            self?.updateVisibilityAfterLayout()
        }
        Signal.connect(view, "map") { [weak self] in
            guard let self else { return }
            items.addAfterFrame()
            if !placement.layoutWork.isEmpty { gtk_widget_queue_allocate(view.pointer) }
        }
        Signal.connect(adjustment, "value-changed") { [weak self] _ in self?.scrolled() }
        Signal.connect(view.raw, "notify::scale-factor") { [weak self] _ in self?.updateVisibilityAfterLayout() }
        Signal.connect(view.raw, "activate") { [weak self] arguments in self?.open(at: arguments.unsigned(1)) }
        pull.onPulled = { [weak self] in self?.screen?.controller.refresh() }
        let pinch = gtk_gesture_zoom_new()
        Signal.connect(pinch, "begin") { [weak self] _ in self?.shape.pinched = 1 }
        Signal.connect(pinch, "scale-changed") { [weak self] in self?.pinch($0.double(1)) }
        gtk_widget_add_controller(root.pointer, pinch)
        connect(factory)
    }

    func display(_ images: [FeedImage], firstSeen: FeedImage.ID? = nil, loadMore: LoadMoreViewModel?) {
        let wasComplete = isComplete
        isComplete = loadMore == nil
        let isEndChanging = isComplete != wasComplete && rows.arrangement != .cards
        if rows.images != images || rows.firstSeen != firstSeen || isEndChanging {
            let isAtTop = !rows.images.isEmpty && !isPlacing && offset <= 0
            arrange(images, firstSeen: firstSeen)
            // The list stays at the current row, but a user at the top wants to see the new rows.
            if isAtTop { scrollToTop() }
        }
        items.hasFooter = loadMore != nil
        let followedEnd = loadMoreRow.isLoadingToEnd
        loadMoreRow.display(loadMore)
        if loadMoreRow.isLoadingToEnd || followedEnd && loadMore == nil { keys.followEnd() }
        updateVisibilityAfterLayout()
    }

    var adjustment: UnsafeMutablePointer<GtkAdjustment>? { gtk_scrolled_window_get_vadjustment(root.opaque) }

    private func connect(_ factory: OpaquePointer?) {
        Signal.connect(factory, "setup") { [weak self] in self?.setUp($0.object(1)) }
        Signal.connect(factory, "bind") { [weak self] in self?.bind($0.object(1)) }
        Signal.connect(factory, "unbind") { [weak self] in self?.unbind($0.object(1)) }
        Signal.connect(factory, "teardown") { [weak self] in self?.tearDown($0.object(1)) }
    }

    private func setUp(_ listItem: UnsafeMutableRawPointer?) {
        guard let listItem else { return }
        listRows[listItem] = FeedListRow(language: language) { [weak self, language] arrangement in
            self?.makeCell(arrangement) ?? PhotoCell(language: language)
        }
    }

    private func makeCell(_ arrangement: FeedArrangement) -> FeedCell {
        let showsComments = screen?.showsComments ?? true
        let cell: FeedCell =
            switch arrangement {
            case .cards: FeedImageCard(showsComments: showsComments, language: language)
            case .tiles: FeedTile(showsComments: showsComments, language: language)
            case .grid: PhotoCell(language: language)
            }
        cell.onAction = { [weak self] in self?.perform($0, on: $1) }
        Signal.connect(cell.root, "map") { [weak self] in self?.updateVisibilityAfterLayout() }
        Signal.connect(cell.root, "unmap") { [weak self] in self?.updateVisibilityAfterLayout() }
        return cell
    }

    private func perform(_ action: FeedCell.Action, on image: FeedImage) {
        switch action {
        case .open: screen?.open(image.id)
        case .openComments: screen?.openComments(of: image.id)
        case .unfold:
            unfolded.formSymmetricDifference([image.id])
            for cell in cells where cell.image?.id == image.id { bind(cell, image) }
            view.afterFrame { [weak self] in self?.keys.showFocus() }
        }
    }

    private func bind(_ listItem: UnsafeMutableRawPointer?) {
        guard let listItem, let id = ItemStore.id(of: listItem) else { return }
        switch id {
        case items.loadMoreID: put(loadMoreRow.root, into: listItem, isActivatable: true)
        case items.lineID: put(newSinceLine.root, into: listItem, isActivatable: false)
        default: showRow(in: listItem)
        }
        updateVisibilityAfterLayout()
    }

    /// Puts a row without cards into a list item. The row can have the focus only if it can be activated.
    private func put(_ row: Widget, into listItem: UnsafeMutableRawPointer, isActivatable: Bool) {
        gtk_list_item_set_child(OpaquePointer(listItem), row.pointer)
        gtk_list_item_set_activatable(OpaquePointer(listItem), gboolean(isActivatable ? 1 : 0))
        gtk_list_item_set_selectable(OpaquePointer(listItem), gboolean(isActivatable ? 1 : 0))
    }

    func showRow(in listItem: UnsafeMutableRawPointer) {
        guard let row = listRows[listItem], let id = ItemStore.id(of: listItem) else { return }
        if let month = rows.month(of: items.headingKey(above: id)) {
            return put(row.heading(for: month), into: listItem, isActivatable: false)
        }
        let images = rows.images(besides: id)
        guard !images.isEmpty else { return }
        row.show(
            images, as: rows.arrangement, at: rows.places(besides: id, width: shape.rowWidth),
            in: OpaquePointer(listItem)
        ) { bind($0, $1) }
    }

    func placeRow(in listItem: UnsafeMutableRawPointer) {
        guard let row = listRows[listItem], let id = ItemStore.id(of: listItem) else { return }
        if let places = rows.places(besides: id, width: shape.rowWidth) { row.place(places) }
    }

    private func bind(_ cell: FeedCell, _ image: FeedImage) {
        if let card = cell as? FeedImageCard {
            card.isUnfolded = unfolded.contains(image.id)
            if case .cards(let width, _) = screen?.pictures.sizing { card.width = width }
        }
        (cell as? PhotoCell)?.show(month: rows.month(on: image.id)?.shortName)
        // The grid shows no dates, whose formatting would make scrolling less smooth.
        let texts = shape.style.isGrid ? nil : screen?.controller.texts(of: image)
        cell.bind(image, texts ?? FeedImagePresenter.map(image), screen?.pictures.controller(for: image.id))
        cell.show(isSelected: screen?.selection.state(of: image.id))
    }

    func updateSelection() {
        for cell in cells {
            if let image = cell.image { cell.show(isSelected: screen?.selection.state(of: image.id)) }
        }
    }

    var cells: some Sequence<FeedCell> { listRows.values.lazy.flatMap(\.cells) }

    func updateTexts() {
        guard !shape.style.isGrid else { return }
        for cell in cells { if let image = cell.image { bind(cell, image) } }
    }

    private func unbind(_ listItem: UnsafeMutableRawPointer?) {
        guard let listItem else { return }
        listRows[listItem]?.unbind()
        let child = gtk_list_item_get_child(OpaquePointer(listItem))
        let others = [loadMoreRow.root, newSinceLine.root, listRows[listItem]?.shownHeading].compactMap(\.self)
        if others.contains(where: { $0.pointer == child }) {
            gtk_list_item_set_child(OpaquePointer(listItem), nil)
        }
    }

    private func tearDown(_ listItem: UnsafeMutableRawPointer?) {
        guard let listItem else { return }
        listRows.removeValue(forKey: listItem)?.unbind()
    }

    private func open(at position: Int) {
        if let image = rows.images(at: position).first {
            screen?.open(image.id)
        } else {
            screen?.controller.retryLoadMore()
        }
    }

    func show(_ style: FeedStyle) {
        guard style != shape.style else { return }
        shape.style = style
        keepingPlace { arrange(rows.images, firstSeen: rows.firstSeen) }
    }

    private func press(_ key: guint, _ modifiers: GdkModifierType) -> Bool {
        guard let key = FeedViewKey(key: key, modifiers: modifiers) else { return false }
        switch key {
        case .select: view.windowFocus.flatMap(image).map { screen?.selection.toggle($0.id) }
        case .selectAll: screen?.selection.selectAll()
        default: shape.style(after: key).map { screen?.styleChosen($0) }
        }
        return true
    }

    private func pinch(_ scale: Double) {
        if let style = shape.style(afterPinch: scale) { screen?.styleChosen(style) }
    }

    private func openFocusedPhoto() -> Bool {
        guard let focus = view.windowFocus, let cell = cells.first(where: { $0.root == focus }) else { return false }
        cell.send(.open)
        return true
    }

    /// Determines the rows on the screen after the next layout, unless another screen covers the list.
    func updateVisibilityAfterLayout() {
        guard !visibility.isOutdated else { return }
        visibility.isOutdated = view.afterFrame { [weak self] in self?.lookAgain() }
    }

    var hasShownCards: Bool { !visibility.cards.isEmpty }

    /// The first cards are updated before they are drawn, so cached pictures appear in the same frame.
    func lookAgain() {
        guard visibility.isOutdated else { return }
        visibility.isOutdated = false
        updateVisibility()
    }

    func updateVisibility() {
        guard view.isMapped else { return }
        reportSizing()
        var now: Set<FeedImage.ID> = []
        for row in listRows.values where row.updateVisibility() {
            for cell in row.cells where cell.isShown { if let id = cell.image?.id { now.insert(id) } }
        }
        screen?.placeChanged(to: place)
        if now != visibility.cards {
            visibility.cards = now
            screen?.visibleRowsChanged(now)
        }
        let isLoadMoreNow = loadMoreRow.root.isMapped
        // Reported repeatedly, because the row may still be on the screen after a page has loaded.
        if isLoadMoreNow || visibility.loadMoreRow { screen?.loadMoreChanged(isVisible: isLoadMoreNow) }
        visibility.loadMoreRow = isLoadMoreNow
    }

    private func reportSizing() {
        let now =
            rows.arrangement == .cards
            ? cells.lazy.compactMap { $0 as? FeedImageCard }.first { $0.root.isMapped }?.sizing : expectedSizing
        guard let now, let pictures = screen?.pictures, now != pictures.sizing else { return }
        pictures.sizing = now
        // The width determines whether a description is too long.
        if rows.arrangement == .cards { updateTexts() }
    }
}
