import CAdwaita
import CGtkKit
import EssentialFeed
import Foundation
import GtkKit
import ImageFormats

/// What the feed's list shows on its cards, and what it does when the user acts on them.
@MainActor
protocol FeedListDelegate: AnyObject {
    /// Whether cards have a button that opens the comments.
    var showsComments: Bool { get }
    func controller(for id: FeedImage.ID) -> FeedImageController<Texture>?
    func texts(of image: FeedImage) -> FeedImageViewModel
    func open(_ id: FeedImage.ID)
    func openComments(of id: FeedImage.ID)
    /// Called with the rows on the screen after each layout that changed them.
    func visibleRowsChanged(_ ids: Set<FeedImage.ID>)
    /// Called after each layout while the load-more row is on the screen, and once when it has left the screen.
    func loadMoreChanged(isVisible: Bool)
    func retryLoadMore()
    /// Called when the user goes to the end of the feed, which may have more pages.
    func loadToEnd()
    func stopLoadingToEnd()
    /// Called when the user pulls the list down at its top.
    func refreshByPulling()
    /// Called with the sizes of pictures after each layout that changed them.
    func sizingChanged(_ sizing: PictureSizing)
    func columnsChanged(_ columns: Int)
}

/// The list of cards. Only cards near the screen exist. A wide list shows several cards per row.
///
/// Items are identified by the id of their image, never by position: an image keeps its item, its card and its picture
/// when the feed is refreshed or more is loaded.
final class FeedList {
    weak var delegate: (any FeedListDelegate)?
    let scroller: FeedScroller
    let items: FeedListItems
    let loadMoreRow: LoadMoreRow
    let newSinceLine: NewSinceLine
    let keys: ListKeys
    var rows = FeedRows()
    /// The rows of cards by the list items that show them.
    var listRows: [UnsafeMutableRawPointer: FeedListRow] = [:]
    var sizing: PictureSizing
    /// The width that the columns were arranged for; 0 before the first layout.
    var width = 0
    var placement = Placement()
    private let language: Language
    private var layouts: WhileMapped?
    private var visibility = Visibility()
    /// The images whose descriptions are expanded.
    private var unfolded: Set<FeedImage.ID> = []

    /// What was on the screen after the last layout.
    private struct Visibility {
        var cards: Set<FeedImage.ID> = []
        var loadMoreRow = false
        /// Whether the list looks again after the next layout.
        var isOutdated = false
    }

    /// - Parameter sizing: The expected sizes of pictures.
    init(sizing: PictureSizing, language: Language) {
        self.sizing = sizing
        self.language = language
        loadMoreRow = LoadMoreRow(language: language)
        newSinceLine = NewSinceLine(language: language)
        let factory = gtk_signal_list_item_factory_new()
        items = FeedListItems()
        scroller = FeedScroller(items.model, factory: factory)
        items.view = scroller.view
        keys = ListKeys(scroller: scroller.root, list: scroller.view)

        scroller.setMaximumWidth(columns: 1)
        keys.cells = { [weak self] in self?.cells(of: $0) ?? [$0] }
        layouts = WhileMapped(layingOut: root) { [weak self] in self?.didLayOut() }
        keys.onEnd = { [weak self] in
            self?.items.add { $0.addAll() }
            self?.delegate?.loadToEnd()
        }
        keys.onEscape = { [weak self] in
            guard let self, loadMoreRow.isLoadingToEnd else { return false }
            delegate?.stopLoadingToEnd()
            return true
        }
        loadMoreRow.onRetry = { [weak self] in self?.delegate?.retryLoadMore() }
        loadMoreRow.onStop = { [weak self] in self?.delegate?.stopLoadingToEnd() }
        Signal.connect(loadMoreRow.root, "map") { [weak self] in self?.updateVisibilityAfterLayout() }
        Signal.connect(loadMoreRow.root, "unmap") { [weak self] in self?.updateVisibilityAfterLayout() }
        if let width = gtk_scrolled_window_get_hadjustment(root.opaque) {
            Signal.connect(UnsafeMutableRawPointer(width), "changed") { [weak self] _ in
                self?.updateVisibilityAfterLayout()
            }
        }
        Signal.connect(view, "map") { [weak self] in
            guard let self else { return }
            items.addAfterFrame()
            if !placement.layoutWork.isEmpty { gtk_widget_queue_allocate(view.pointer) }
        }
        if let adjustment {
            Signal.connect(UnsafeMutableRawPointer(adjustment), "value-changed") { [weak self] _ in self?.scrolled() }
        }
        Signal.connect(view.raw, "notify::scale-factor") { [weak self] _ in self?.updateVisibilityAfterLayout() }
        Signal.connect(view.raw, "activate") { [weak self] arguments in self?.open(at: arguments.unsigned(1)) }
        scroller.pull.onPulled = { [weak self] in self?.delegate?.refreshByPulling() }
        if let factory { connect(UnsafeMutableRawPointer(factory)) }
    }

    // MARK: Rows

    /// Shows the images and, after them, the load-more row, if any.
    /// - Parameter firstSeen: The image below the line; `nil` for no line.
    func display(_ images: [FeedImage], firstSeen: FeedImage.ID? = nil, loadMore: LoadMoreViewModel?) {
        if rows.images != images || rows.firstSeen != firstSeen {
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

    var root: Widget { scroller.root }
    var view: Widget { scroller.view }
    var adjustment: UnsafeMutablePointer<GtkAdjustment>? { scroller.adjustment }

    // MARK: Cards

    private func connect(_ factory: UnsafeMutableRawPointer) {
        Signal.connect(factory, "setup") { [weak self] in self?.setUp($0.object(1)) }
        Signal.connect(factory, "bind") { [weak self] in self?.bind($0.object(1)) }
        Signal.connect(factory, "unbind") { [weak self] in self?.unbind($0.object(1)) }
        Signal.connect(factory, "teardown") { [weak self] in self?.tearDown($0.object(1)) }
    }

    private func setUp(_ listItem: UnsafeMutableRawPointer?) {
        guard let listItem else { return }
        listRows[listItem] = FeedListRow { [weak self, language] in
            let card = FeedImageCard(language: language)
            card.showsComments = self?.delegate?.showsComments ?? true
            card.onOpen = { self?.delegate?.open($0) }
            card.onOpenComments = { self?.delegate?.openComments(of: $0) }
            card.onUnfold = { self?.unfold($0) }
            Signal.connect(card.root, "map") { self?.updateVisibilityAfterLayout() }
            Signal.connect(card.root, "unmap") { self?.updateVisibilityAfterLayout() }
            return card
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

    /// Shows the images of the list item's row on its cards.
    func showRow(in listItem: UnsafeMutableRawPointer) {
        guard let row = listRows[listItem], let id = ItemStore.id(of: listItem) else { return }
        let images = rows.images(besides: id)
        guard !images.isEmpty else { return }
        row.put(into: OpaquePointer(listItem), columns: rows.columns)
        row.show(images) { bind($0, $1) }
    }

    private func bind(_ card: FeedImageCard, _ image: FeedImage) {
        card.bind(
            image, delegate?.texts(of: image) ?? FeedImagePresenter.map(image), isUnfolded: unfolded.contains(image.id),
            width: cardWidth, delegate?.controller(for: image.id))
    }

    /// The cards of all list items.
    var cards: some Sequence<FeedImageCard> { listRows.values.lazy.flatMap(\.cards) }

    /// The width of a card's content in application pixels.
    private var cardWidth: Int {
        if case .cards(let width, _) = sizing { width } else { 0 }
    }

    private func unfold(_ card: FeedImageCard) {
        guard let image = card.image else { return }
        unfolded.formSymmetricDifference([image.id])
        bind(card, image)
        view.afterFrame { [weak self] in self?.keys.showFocus() }
    }

    /// Updates the texts of all cards, because relative dates change with time.
    func updateTexts() {
        for card in cards {
            if let image = card.image { bind(card, image) }
        }
    }

    private func unbind(_ listItem: UnsafeMutableRawPointer?) {
        guard let listItem else { return }
        listRows[listItem]?.unbind()
        let child = gtk_list_item_get_child(OpaquePointer(listItem))
        if child == loadMoreRow.root.pointer || child == newSinceLine.root.pointer {
            gtk_list_item_set_child(OpaquePointer(listItem), nil)
        }
    }

    private func tearDown(_ listItem: UnsafeMutableRawPointer?) {
        guard let listItem else { return }
        listRows.removeValue(forKey: listItem)?.unbind()
    }

    private func open(at position: Int) {
        if let image = rows.images(at: position).first { delegate?.open(image.id) } else { delegate?.retryLoadMore() }
    }

    // MARK: Visibility

    /// Determines the rows on the screen after the next layout; a list maps many rows before its first layout. Nothing
    /// changes while another screen covers the list.
    func updateVisibilityAfterLayout() {
        guard !visibility.isOutdated else { return }
        visibility.isOutdated = view.afterFrame { [weak self] in self?.lookAgain() }
    }

    /// Whether any card has been on the screen yet.
    var hasShownCards: Bool { !visibility.cards.isEmpty }

    /// Updates the visible rows if something has changed. The first cards are updated before they are drawn, so that
    /// cached pictures appear in the same frame.
    func lookAgain() {
        guard visibility.isOutdated else { return }
        visibility.isOutdated = false
        updateVisibility()
    }

    func updateVisibility() {
        guard view.isMapped else { return }
        reportSizing()
        for card in cards {
            if card.root.isMapped { card.becomeVisible() } else { card.resignVisible() }
        }
        let now = Set(cards.filter(\.isShown).compactMap { $0.image?.id })
        if now != visibility.cards {
            visibility.cards = now
            delegate?.visibleRowsChanged(now)
        }
        let isLoadMoreNow = loadMoreRow.root.isMapped
        // Reported repeatedly while the row stays visible, because it may still be on the screen after a page has
        // loaded.
        if isLoadMoreNow || visibility.loadMoreRow { delegate?.loadMoreChanged(isVisible: isLoadMoreNow) }
        visibility.loadMoreRow = isLoadMoreNow
    }

    private func reportSizing() {
        guard let card = cards.first(where: { $0.root.isMapped }), let now = card.sizing, now != sizing else { return }
        sizing = now
        // The width determines whether a description is too long.
        updateTexts()
        delegate?.sizingChanged(now)
    }
}
