import CAdwaita
import EssentialFeed
import GtkKit

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
        Widget(container.pointer.assumingMemoryBound(to: GtkWidget.self))
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
