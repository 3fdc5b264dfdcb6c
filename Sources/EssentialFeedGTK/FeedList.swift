import CAdwaita
import CGtkKit
import EssentialFeed
import Foundation
import GtkKit
import ImageFormats

/// The list of cards, of which only those near the screen exist.
///
/// Items are identified by the id of their image, never by position: an image keeps its item, its card and its picture
/// when the feed is refreshed or more is loaded.
final class FeedList {
    let root: Widget
    var onOpen: ((FeedImage.ID) -> Void)?
    var onOpenComments: ((FeedImage.ID) -> Void)?
    /// Receives the rows on the screen after each layout that changed them.
    var onVisibleRows: ((Set<FeedImage.ID>) -> Void)?
    var onLoadMoreVisible: ((Bool) -> Void)?
    var onRetryLoadMore: (() -> Void)?
    var onPulled: (() -> Void)?
    /// Returns the controller of an image's picture.
    var controller: ((FeedImage.ID) -> FeedImageController<Texture>?)?
    /// Receives the sizes of pictures after each layout that changed them.
    var onSizing: ((PictureSizing) -> Void)?
    /// Returns the texts of an image.
    var texts: ((FeedImage) -> FeedImageViewModel)?

    private let language: Language
    private let view: Widget
    private let images = ItemStore()
    private let footer = ItemStore()
    private let loadMoreRow: LoadMoreRow
    private let pull: TouchPull
    private let keys: ListKeys
    private var rows: [FeedImage] = []
    private var positions: [FeedImage.ID: Int] = [:]
    /// The id of the load-more row, which no feed contains.
    private let loadMoreID = UUID()
    /// The cards by the list items that show them.
    private var cards: [UnsafeMutableRawPointer: FeedImageCard] = [:]
    private var visible: Set<FeedImage.ID> = []
    private var sizing: PictureSizing
    /// The images whose descriptions are shown whole.
    private var unfolded: Set<FeedImage.ID> = []
    private var isLoadMoreVisible = false
    private var willLookAgain = false

    /// - Parameter sizing: The sizes that pictures are expected to have.
    init(sizing: PictureSizing, language: Language) {
        self.sizing = sizing
        self.language = language
        loadMoreRow = LoadMoreRow(language: language)
        guard let list = g_list_store_new(g_list_model_get_type()) else { preconditionFailure("GLib made no list") }
        let parts = ObjectReference(owning: UnsafeMutableRawPointer(list))
        g_list_store_append(parts.opaque, images.model.pointer)
        g_list_store_append(parts.opaque, footer.model.pointer)
        // Each of these takes ownership of its argument.
        g_object_ref(parts.pointer)
        let factory = gtk_signal_list_item_factory_new()
        let selection = gtk_no_selection_new(
            gtkkit_list_model(UnsafeMutableRawPointer(gtk_flatten_list_model_new(gtkkit_list_model(parts.pointer)))))
        view = Widget(gtk_list_view_new(selection, factory)).with(["feed-list"])
        gtk_list_view_set_single_click_activate(view.opaque, gboolean(1))

        let clamp = Widget(adw_clamp_scrollable_new())
        adw_clamp_scrollable_set_maximum_size(clamp.opaque, 600)
        adw_clamp_scrollable_set_tightening_threshold(clamp.opaque, 600)
        adw_clamp_scrollable_set_child(clamp.opaque, view.pointer)
        root = Widget(gtk_scrolled_window_new())
        pull = TouchPull(root)
        keys = ListKeys(scroller: root, list: view)
        gtk_scrolled_window_set_policy(root.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(root.opaque, clamp.pointer)

        loadMoreRow.onRetry = { [weak self] in self?.onRetryLoadMore?() }
        Signal.connect(loadMoreRow.root, "map") { [weak self] in self?.updateVisibilityAfterLayout() }
        Signal.connect(loadMoreRow.root, "unmap") { [weak self] in self?.updateVisibilityAfterLayout() }
        if let width = gtk_scrolled_window_get_hadjustment(root.opaque) {
            Signal.connect(UnsafeMutableRawPointer(width), "changed") { [weak self] _ in
                self?.updateVisibilityAfterLayout()
            }
        }
        Signal.connect(view.raw, "notify::scale-factor") { [weak self] _ in self?.updateVisibilityAfterLayout() }
        Signal.connect(view.raw, "activate") { [weak self] arguments in self?.open(at: arguments.unsigned(1)) }
        pull.onPulled = { [weak self] in self?.onPulled?() }
        if let factory { connect(UnsafeMutableRawPointer(factory)) }
    }

    // MARK: Rows

    /// Shows the rows and, after them, the load-more row, if any.
    func display(_ rows: [FeedImage], loadMore: LoadMoreViewModel?) {
        let old = self.rows
        self.rows = rows
        if old != rows {
            let isAtTop = !old.isEmpty && gtk_adjustment_get_value(adjustment) <= 0
            positions = Dictionary(rows.enumerated().map { ($1.id, $0) }) { first, _ in first }
            images.display(rows.map(\.id))
            for card in cards.values {
                guard let shown = card.image, let row = row(shown.id) else { continue }
                bind(card, row)
                if !card.isShown { updateVisibilityAfterLayout() }
            }
            // The list stays at the row that it showed, but a person at the top wants to see the new rows there.
            if isAtTop { scrollToTop() }
        }
        footer.display(loadMore == nil ? [] : [loadMoreID])
        if let loadMore { loadMoreRow.display(loadMore) }
        updateVisibilityAfterLayout()
    }

    func scrollToTop() {
        gtk_adjustment_set_value(adjustment, 0)
        // New rows have no height before the next layout, and are above the top after it.
        view.afterFrame { [weak self] in
            guard let self else { return }
            gtk_adjustment_set_value(adjustment, 0)
            updateVisibilityAfterLayout()
        }
    }

    /// The distance by which the list is scrolled down, in pixels.
    var offset: Double { gtk_adjustment_get_value(adjustment) }

    func scroll(by distance: Double) {
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
    }

    /// Scrolls to the card of an image.
    func reveal(_ id: FeedImage.ID) {
        guard let position = positions[id] else { return }
        gtk_widget_activate_action_variant(
            view.pointer, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
    }

    /// Moves the keyboard focus to the card of an image, if it is on the screen.
    func focus(_ id: FeedImage.ID) {
        cards.values.first { $0.image?.id == id && $0.root.isMapped }?.grabFocus()
    }

    private var adjustment: UnsafeMutablePointer<GtkAdjustment>? {
        gtk_scrolled_window_get_vadjustment(root.opaque)
    }

    private func row(_ id: FeedImage.ID) -> FeedImage? {
        positions[id].map { rows[$0] }
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
        let card = FeedImageCard(language: language)
        card.onOpen = { [weak self] in self?.onOpen?($0) }
        card.onOpenComments = { [weak self] in self?.onOpenComments?($0) }
        card.onUnfold = { [weak self] in self?.unfold($0) }
        Signal.connect(card.root, "map") { [weak self] in self?.updateVisibilityAfterLayout() }
        Signal.connect(card.root, "unmap") { [weak self] in self?.updateVisibilityAfterLayout() }
        cards[listItem] = card
    }

    private func bind(_ listItem: UnsafeMutableRawPointer?) {
        guard let listItem, let card = cards[listItem], let id = ItemStore.id(of: listItem) else { return }
        guard id != loadMoreID else {
            gtk_list_item_set_child(OpaquePointer(listItem), loadMoreRow.root.pointer)
            return
        }
        if gtk_list_item_get_child(OpaquePointer(listItem)) != card.root.pointer {
            gtk_list_item_set_child(OpaquePointer(listItem), card.root.pointer)
        }
        guard let row = row(id) else { return }
        bind(card, row)
        updateVisibilityAfterLayout()
    }

    private func bind(_ card: FeedImageCard, _ row: FeedImage) {
        card.bind(
            row, texts?(row) ?? FeedImagePresenter.map(row), isUnfolded: unfolded.contains(row.id), width: cardWidth,
            controller?(row.id))
    }

    /// The width of a card's content in application pixels.
    private var cardWidth: Int {
        if case .cards(let width, _) = sizing { width } else { 0 }
    }

    private func unfold(_ card: FeedImageCard) {
        guard let image = card.image else { return }
        unfolded.formSymmetricDifference([image.id])
        bind(card, image)
    }

    /// Shows the texts of all cards anew, because time has passed.
    func updateTexts() {
        for card in cards.values {
            if let image = card.image { bind(card, image) }
        }
    }

    private func unbind(_ listItem: UnsafeMutableRawPointer?) {
        guard let listItem else { return }
        cards[listItem]?.unbind()
        if gtk_list_item_get_child(OpaquePointer(listItem)) == loadMoreRow.root.pointer {
            gtk_list_item_set_child(OpaquePointer(listItem), nil)
        }
    }

    private func tearDown(_ listItem: UnsafeMutableRawPointer?) {
        guard let listItem else { return }
        cards.removeValue(forKey: listItem)?.unbind()
    }

    private func open(at position: Int) {
        if rows.indices.contains(position) { onOpen?(rows[position].id) } else { onRetryLoadMore?() }
    }

    // MARK: Visibility

    /// Finds out which rows are on the screen after the next layout: a list maps many rows before its first one.
    /// Nothing changes while another screen covers the list.
    private func updateVisibilityAfterLayout() {
        guard !willLookAgain else { return }
        willLookAgain = view.afterFrame { [weak self] in
            self?.willLookAgain = false
            self?.updateVisibility()
        }
    }

    private func updateVisibility() {
        guard view.isMapped else { return }
        reportSizing()
        for card in cards.values {
            if card.root.isMapped { card.becomeVisible() } else { card.resignVisible() }
        }
        let now = Set(cards.values.lazy.filter(\.isShown).compactMap { $0.image?.id })
        if now != visible {
            visible = now
            onVisibleRows?(now)
        }
        let isLoadMoreNow = loadMoreRow.root.isMapped
        // Reported again while it stays visible, because it may still be on the screen after a page has been loaded.
        if isLoadMoreNow || isLoadMoreVisible { onLoadMoreVisible?(isLoadMoreNow) }
        isLoadMoreVisible = isLoadMoreNow
    }

    private func reportSizing() {
        guard let card = cards.values.first(where: { $0.root.isMapped }), let now = card.sizing, now != sizing else {
            return
        }
        sizing = now
        // Whether a description is too long depends on the width.
        updateTexts()
        onSizing?(now)
    }
}
