import CAdwaita
import CGtkKit
import EssentialFeed
import Foundation
import GtkKit

/// The scrolled list of the feed, as wide as its columns need.
final class FeedScroller {
    let root = Widget(gtk_scrolled_window_new())
    let view: Widget
    let pull: TouchPull
    private let clamp = Widget(adw_clamp_scrollable_new())

    /// - Parameter factory: Makes the widgets of the rows.
    init(_ model: OpaquePointer?, factory: OpaquePointer?) {
        view = Widget(gtk_list_view_new(gtk_no_selection_new(model), factory)).with(["feed-list"])
        gtk_list_view_set_single_click_activate(view.opaque, gboolean(1))
        adw_clamp_scrollable_set_child(clamp.opaque, view.pointer)
        pull = TouchPull(root)
        gtk_scrolled_window_set_policy(root.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(root.opaque, clamp.pointer)
    }

    var adjustment: UnsafeMutablePointer<GtkAdjustment>? { gtk_scrolled_window_get_vadjustment(root.opaque) }

    func setMaximumWidth(columns: Int) {
        let width = Int32(FeedColumns.maximumWidth(count: columns))
        adw_clamp_scrollable_set_maximum_size(clamp.opaque, width)
        adw_clamp_scrollable_set_tightening_threshold(clamp.opaque, width)
    }
}

/// The items of the list, each with the key of its row: a few immediately, the others after the next frames, and then
/// the load-more row.
final class FeedListItems {
    /// The id of the load-more row, which no feed contains.
    let loadMoreID = UUID()
    /// The key of the line, which no feed contains.
    let lineID = UUID()
    /// The list whose frames the items wait for.
    var view: Widget?
    /// Whether there is a load-more row.
    var hasFooter = false {
        didSet { displayFooter() }
    }
    private let rows = ItemStore()
    private let footer = ItemStore()
    private var soFar = RowsSoFar()
    private var willAdd = false

    /// All items as a list model. The caller owns it.
    var model: OpaquePointer? { ItemStore.joined([rows, footer]) }

    /// The keys of the rows that have been added.
    var ids: [UUID] { rows.ids }

    /// Shows the rows with these keys.
    func display(_ keys: [UUID]) {
        soFar.all = keys
        display()
    }

    /// Adds rows before their frames have come.
    func add(_ add: (inout RowsSoFar) -> Void) {
        guard !soFar.areAll else { return }
        add(&soFar)
        display()
    }

    /// Adds the next rows after the next frame.
    func addAfterFrame() {
        guard soFar.hasMore, !willAdd, let view else { return }
        willAdd = view.afterFrame { [weak self] in
            // Not earlier, because other handlers use the rows that are on the screen after this frame.
            MainLoop.afterLayout {
                self?.willAdd = false
                self?.add { $0.addForFrame() }
            }
        }
    }

    private func display() {
        rows.display(soFar.keys)
        displayFooter()
        addAfterFrame()
    }

    /// Shows the load-more row once all other rows have been added.
    private func displayFooter() {
        footer.display(hasFooter && soFar.areAll ? [loadMoreID] : [])
    }
}

/// A row of the feed's list: a card, or several side by side.
///
/// A single card is the list item's direct child.
final class FeedListRow {
    private(set) var cards: [FeedImageCard] = []
    private let makeCard: () -> FeedImageCard
    /// The container of the cards if there are several columns.
    private lazy var container: ObjectReference = {
        let box = Widget.row()
        ColumnsLayout.apply(to: box, spacing: FeedColumns.spacing)
        return ObjectReference(box.raw)
    }()
    private var columns = 0

    /// - Parameter makeCard: Creates a card.
    init(makeCard: @escaping () -> FeedImageCard) {
        self.makeCard = makeCard
    }

    /// Puts the cards into a list item with this number of columns.
    func put(into listItem: OpaquePointer, columns: Int) {
        if columns != self.columns {
            gtk_list_item_set_child(listItem, nil)
            arrange(columns)
        }
        let root = columns > 1 ? box : cards[0].root
        if gtk_list_item_get_child(listItem) != root.pointer { gtk_list_item_set_child(listItem, root.pointer) }
        // With several cards, each card opens its own image.
        gtk_list_item_set_activatable(listItem, gboolean(columns > 1 ? 0 : 1))
        gtk_list_item_set_selectable(listItem, gboolean(1))
    }

    /// Shows each image on a card, and hides the remaining cards.
    func show(_ images: ArraySlice<FeedImage>, _ bind: (FeedImageCard, FeedImage) -> Void) {
        for (card, image) in zip(cards, images) {
            bind(card, image)
            card.root.isVisible = true
        }
        for card in cards.dropFirst(images.count) {
            card.unbind()
            card.root.isVisible = false
        }
    }

    func unbind() {
        for card in cards { card.unbind() }
    }

    private var box: Widget {
        Widget(gtkkit_widget(container.pointer))
    }

    private func arrange(_ columns: Int) {
        if self.columns > 1 {
            for card in cards { gtk_box_remove(box.box, card.root.pointer) }
        }
        self.columns = columns
        for card in cards.dropFirst(columns) { card.unbind() }
        cards.removeLast(max(0, cards.count - columns))
        while cards.count < columns { cards.append(makeCard()) }
        for card in cards { card.opensByClick = columns > 1 }
        guard columns > 1 else { return }
        ColumnsLayout.set(count: columns, of: box)
        box.append(cards.map(\.root))
    }
}

/// The row after the last image: a spinner while the next page loads, or the reason and a retry button if it couldn't
/// be loaded. While all pages load, it shows the progress and a button to stop.
final class LoadMoreRow {
    let root: Widget
    var onRetry: (() -> Void)?
    var onStop: (() -> Void)?
    /// Whether all pages are being loaded to the end of the feed, so that the list stays at its end.
    private(set) var isLoadingToEnd = false
    private let reference: ObjectReference
    private let spinner: Widget
    private let message: Widget
    private let retryButton: Widget
    private let stopButton: Widget
    private let retryFocus: RetryFocus

    init(language: Language) {
        spinner = .spinner(size: 24)
        spinner.setAccessibleLabel(language.text(.loading))
        message = .centredLabel(classes: ["dim-label", "caption"])
        retryButton = .textButton(language.text(.tryAgain), classes: ["pill"]).aligned(horizontally: GTK_ALIGN_CENTER)
        stopButton = .textButton(language.text(.stop), classes: ["pill"]).aligned(horizontally: GTK_ALIGN_CENTER)
        root = .column(spacing: 12, [spinner, message, retryButton, stopButton]).margins(
            horizontal: 24, top: 18, bottom: 30
        )
        .with(["feed-load-more"])
        gtk_widget_set_size_request(root.pointer, -1, 72)
        reference = ObjectReference(root.raw)
        retryFocus = RetryFocus(of: retryButton, in: root)
        retryButton.onClick { [weak self] in self?.onRetry?() }
        stopButton.onClick { [weak self] in self?.onStop?() }
        display(LoadMoreViewModel(isLoading: false, message: nil))
    }

    /// - Parameter viewModel: What the row shows; `nil` once it has left the list.
    func display(_ viewModel: LoadMoreViewModel?) {
        isLoadingToEnd = viewModel?.progress != nil
        guard let viewModel else { return }
        spinner.spin(viewModel.isLoading)
        let text = viewModel.progress ?? viewModel.message
        message.show(text ?? "")
        message.isVisible = text != nil
        stopButton.isVisible = viewModel.progress != nil
        retryFocus.update { retryButton.isVisible = viewModel.message != nil && !viewModel.isLoading }
        root.setAccessibleBusy(viewModel.isLoading)
    }
}

/// The line below the cards that are new since the user's last visit.
final class NewSinceLine {
    let root: Widget
    private let reference: ObjectReference

    init(language: Language) {
        let arrow = Widget(gtk_image_new_from_icon_name("go-up-symbolic"))
        let text = Widget(gtkkit_label_without_role(language.text(.newSince)))
        gtk_label_set_wrap(text.opaque, gboolean(1))
        gtk_label_set_justify(text.opaque, GTK_JUSTIFY_CENTER)
        root = Widget(gtkkit_box_with_role(GTK_ORIENTATION_HORIZONTAL, GTK_ACCESSIBLE_ROLE_SEPARATOR))
            .with(["feed-new-since", "dim-label"])
        root.append([
            Self.rule(), .row(spacing: 6, [arrow, text.with(["caption-heading"])]), Self.rule(),
        ])
        gtk_box_set_spacing(root.box, 12)
        root.setAccessibleLabel(language.text(.newSinceAbove))
        reference = ObjectReference(root.raw)
    }

    private static func rule() -> Widget {
        Widget.row().with(["feed-rule"]).expanding(horizontally: true).aligned(vertically: GTK_ALIGN_CENTER)
    }
}
