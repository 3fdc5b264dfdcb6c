import CAdwaita
import CGtkKit
import EssentialFeed
import Foundation
import GtkKit
import ImageFormats

/// The list of cards. Only cards near the screen exist. A wide list shows several cards per row.
///
/// Items are identified by the id of their image, never by position: an image keeps its item, its card and its picture
/// when the feed is refreshed or more is loaded.
final class FeedList {
    let root: Widget
    var onOpen: ((FeedImage.ID) -> Void)?
    var onOpenComments: ((FeedImage.ID) -> Void)?
    /// Whether cards have a button that opens the comments. Set it before the first card exists.
    var showsComments = true
    /// Receives the rows on the screen after each layout that changed them.
    var onVisibleRows: ((Set<FeedImage.ID>) -> Void)?
    var onLoadMoreVisible: ((Bool) -> Void)?
    var onRetryLoadMore: (() -> Void)?
    /// Called when the user goes to the end of the feed, which may have more pages.
    var onEnd: (() -> Void)?
    /// Called when the user stops loading the rest of the feed.
    var onStop: (() -> Void)?
    var onPulled: (() -> Void)?
    /// Returns the controller of an image's picture.
    var controller: ((FeedImage.ID) -> FeedImageController<Texture>?)?
    /// Receives the sizes of pictures after each layout that changed them.
    var onSizing: ((PictureSizing) -> Void)?
    /// Receives the number of columns after it has changed.
    var onColumns: ((Int) -> Void)?
    /// Returns the texts of an image.
    var texts: ((FeedImage) -> FeedImageViewModel)?

    private let language: Language
    let view: Widget
    let clamp: Widget
    /// The items of the rows, each with the key of its row.
    let items = ItemStore()
    private let footer = ItemStore()
    private var hasFooter = false
    let loadMoreRow: LoadMoreRow
    let newSinceLine: NewSinceLine
    private let pull: TouchPull
    let keys: ListKeys
    private var layouts: LayoutWatch?
    /// Work to do after each layout, until it returns `false`.
    var layoutWork: [() -> Bool] = []
    var rows = FeedRows()
    private var rowsSoFar = RowsSoFar()
    private var willAddRows = false
    /// The image below the line that separates new images.
    var firstSeen: FeedImage.ID?
    /// The id of the load-more row, which no feed contains.
    private let loadMoreID = UUID()
    /// The key of the line, which no feed contains.
    let lineID = UUID()
    /// The rows of cards by the list items that show them.
    var listRows: [UnsafeMutableRawPointer: FeedListRow] = [:]
    private var visible: Set<FeedImage.ID> = []
    var sizing: PictureSizing
    /// The width that the columns were arranged for; 0 before the first layout.
    var width = 0
    /// The image whose card gets the focus once the card is on the screen, and the number of attempts left.
    var wantedFocus: (id: FeedImage.ID, attempts: Int)?
    /// The images whose descriptions are expanded.
    private var unfolded: Set<FeedImage.ID> = []
    private var isLoadMoreVisible = false
    /// Whether the list stays at its end while further pages load.
    private var followsEnd = false
    private var willLookAgain = false
    /// Whether the list is scrolling to a card and hasn't been laid out there yet.
    var isScrolling = false
    var placement = Placement()

    /// - Parameter sizing: The expected sizes of pictures.
    init(sizing: PictureSizing, language: Language) {
        self.sizing = sizing
        self.language = language
        loadMoreRow = LoadMoreRow(language: language)
        newSinceLine = NewSinceLine(language: language)
        guard let list = g_list_store_new(g_list_model_get_type()) else { preconditionFailure("GLib made no list") }
        let parts = ObjectReference(owning: UnsafeMutableRawPointer(list))
        g_list_store_append(parts.opaque, items.model.pointer)
        g_list_store_append(parts.opaque, footer.model.pointer)
        // Each of these takes ownership of its argument.
        g_object_ref(parts.pointer)
        let factory = gtk_signal_list_item_factory_new()
        let selection = gtk_no_selection_new(
            gtkkit_list_model(UnsafeMutableRawPointer(gtk_flatten_list_model_new(gtkkit_list_model(parts.pointer)))))
        view = Widget(gtk_list_view_new(selection, factory)).with(["feed-list"])
        gtk_list_view_set_single_click_activate(view.opaque, gboolean(1))

        clamp = Widget(adw_clamp_scrollable_new())
        adw_clamp_scrollable_set_child(clamp.opaque, view.pointer)
        root = Widget(gtk_scrolled_window_new())
        pull = TouchPull(root)
        keys = ListKeys(scroller: root, list: view)
        gtk_scrolled_window_set_policy(root.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(root.opaque, clamp.pointer)

        setMaximumWidth(columns: 1)
        keys.cells = { [weak self] in self?.cells(of: $0) ?? [$0] }
        layouts = LayoutWatch(root) { [weak self] in self?.didLayOut() }
        keys.onEnd = { [weak self] in
            self?.addRows { $0.addAll() }
            self?.onEnd?()
        }
        keys.onEscape = { [weak self] in
            guard let self, followsEnd else { return false }
            onStop?()
            return true
        }
        loadMoreRow.onRetry = { [weak self] in self?.onRetryLoadMore?() }
        loadMoreRow.onStop = { [weak self] in self?.onStop?() }
        Signal.connect(loadMoreRow.root, "map") { [weak self] in self?.updateVisibilityAfterLayout() }
        Signal.connect(loadMoreRow.root, "unmap") { [weak self] in self?.updateVisibilityAfterLayout() }
        if let width = gtk_scrolled_window_get_hadjustment(root.opaque) {
            Signal.connect(UnsafeMutableRawPointer(width), "changed") { [weak self] _ in
                self?.updateVisibilityAfterLayout()
            }
        }
        Signal.connect(view, "map") { [weak self] in
            guard let self else { return }
            addRowsAfterFrame()
            if !layoutWork.isEmpty { gtk_widget_queue_allocate(view.pointer) }
        }
        if let adjustment {
            Signal.connect(UnsafeMutableRawPointer(adjustment), "value-changed") { [weak self] _ in self?.scrolled() }
        }
        Signal.connect(view.raw, "notify::scale-factor") { [weak self] _ in self?.updateVisibilityAfterLayout() }
        Signal.connect(view.raw, "activate") { [weak self] arguments in self?.open(at: arguments.unsigned(1)) }
        pull.onPulled = { [weak self] in self?.onPulled?() }
        if let factory { connect(UnsafeMutableRawPointer(factory)) }
    }

    // MARK: Rows

    /// Shows the images and, after them, the load-more row, if any.
    /// - Parameter firstSeen: The image below the line; `nil` for no line.
    func display(_ images: [FeedImage], firstSeen: FeedImage.ID? = nil, loadMore: LoadMoreViewModel?) {
        if rows.images != images || self.firstSeen != firstSeen {
            let isAtTop = !rows.images.isEmpty && !isPlacing && offset <= 0
            self.firstSeen = firstSeen
            arrange(images)
            // The list stays at the current row, but a user at the top wants to see the new rows.
            if isAtTop { scrollToTop() }
        }
        hasFooter = loadMore != nil
        displayFooter()
        if let loadMore { loadMoreRow.display(loadMore) }
        let follows = loadMore?.progress != nil
        if follows || followsEnd && loadMore == nil { keys.followEnd() }
        followsEnd = follows
        updateVisibilityAfterLayout()
    }

    /// Shows the rows with these keys: a few immediately, the others after the next frames.
    func display(keys: [UUID]) {
        rowsSoFar.all = keys
        displayRows()
    }

    private func displayRows() {
        items.display(rowsSoFar.keys)
        displayFooter()
        addRowsAfterFrame()
    }

    /// Shows the load-more row once all other rows have been added.
    private func displayFooter() {
        footer.display(hasFooter && rowsSoFar.areAll ? [loadMoreID] : [])
    }

    private func addRowsAfterFrame() {
        guard rowsSoFar.hasMore, !willAddRows else { return }
        willAddRows = view.afterFrame { [weak self] in
            // Not earlier, because other handlers use the rows that are on the screen after this frame.
            MainLoop.afterLayout {
                self?.willAddRows = false
                self?.addRows { $0.addForFrame() }
            }
        }
    }

    func addRows(_ add: (inout RowsSoFar) -> Void) {
        guard !rowsSoFar.areAll else { return }
        add(&rowsSoFar)
        displayRows()
    }

    var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
        gtk_scrolled_window_get_vadjustment(root.opaque)
    }

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
            card.showsComments = self?.showsComments ?? true
            card.onOpen = { self?.onOpen?($0) }
            card.onOpenComments = { self?.onOpenComments?($0) }
            card.onUnfold = { self?.unfold($0) }
            Signal.connect(card.root, "map") { self?.updateVisibilityAfterLayout() }
            Signal.connect(card.root, "unmap") { self?.updateVisibilityAfterLayout() }
            return card
        }
    }

    private func bind(_ listItem: UnsafeMutableRawPointer?) {
        guard let listItem, let id = ItemStore.id(of: listItem) else { return }
        switch id {
        case loadMoreID: put(loadMoreRow.root, into: listItem, isActivatable: true)
        case lineID: put(newSinceLine.root, into: listItem, isActivatable: false)
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
            image, texts?(image) ?? FeedImagePresenter.map(image), isUnfolded: unfolded.contains(image.id),
            width: cardWidth, controller?(image.id))
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
        if let image = rows.images(at: position).first { onOpen?(image.id) } else { onRetryLoadMore?() }
    }

    // MARK: Visibility

    /// Determines the rows on the screen after the next layout; a list maps many rows before its first layout. Nothing
    /// changes while another screen covers the list.
    func updateVisibilityAfterLayout() {
        guard !willLookAgain else { return }
        willLookAgain = view.afterFrame { [weak self] in self?.lookAgain() }
    }

    /// Whether any card has been on the screen yet.
    var hasShownCards: Bool { !visible.isEmpty }

    /// Updates the visible rows if something has changed. The first cards are updated before they are drawn, so that
    /// cached pictures appear in the same frame.
    func lookAgain() {
        guard willLookAgain else { return }
        willLookAgain = false
        updateVisibility()
    }

    func updateVisibility() {
        guard view.isMapped else { return }
        reportSizing()
        for card in cards {
            if card.root.isMapped { card.becomeVisible() } else { card.resignVisible() }
        }
        let now = Set(cards.filter(\.isShown).compactMap { $0.image?.id })
        if now != visible {
            visible = now
            onVisibleRows?(now)
        }
        let isLoadMoreNow = loadMoreRow.root.isMapped
        // Reported repeatedly while the row stays visible, because it may still be on the screen after a page has
        // loaded.
        if isLoadMoreNow || isLoadMoreVisible { onLoadMoreVisible?(isLoadMoreNow) }
        isLoadMoreVisible = isLoadMoreNow
    }

    private func reportSizing() {
        guard let card = cards.first(where: { $0.root.isMapped }), let now = card.sizing, now != sizing else { return }
        sizing = now
        // The width determines whether a description is too long.
        updateTexts()
        onSizing?(now)
    }
}
