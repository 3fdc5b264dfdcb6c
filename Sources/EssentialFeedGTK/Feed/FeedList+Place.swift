import CAdwaita
import CGtkKit
import EssentialFeed
import GtkKit

/// Where the list is, and where it is to be.
extension FeedList {
    struct Placement {
        /// The card that the top of the screen is to show, until the list has been laid out there.
        fileprivate var wanted: FeedPlace.Card?
        fileprivate var isPinning = false
        /// The card that stays at the top of the screen while something slides; `nil` at the top of the list.
        fileprivate var pinned: FeedPlace.Card?
        /// Where the list was when it was on the screen last.
        fileprivate var last: FeedPlace.Card?
    }

    /// Whether the next layouts will move the list to a card.
    var isPlacing: Bool { placement.wanted != nil }

    /// The card at the top of the screen; `nil` at the top of the list.
    var place: FeedPlace.Card? {
        if let wanted = placement.wanted { return wanted }
        if view.isMapped { placement.last = currentPlace }
        return placement.last
    }

    private var currentPlace: FeedPlace.Card? {
        guard offset > 0 else { return nil }
        let shown = cards.compactMap { card in
            card.image.flatMap { image in span(of: card).map { (id: image.id, span: $0) } }
        }
        guard let top = shown.filter({ $0.span.upperBound > 0 }).min(by: { $0.span.lowerBound < $1.span.lowerBound })
        else { return nil }
        return FeedPlace.Card(
            id: top.id, passed: max(0, -top.span.lowerBound) / (top.span.upperBound - top.span.lowerBound))
    }

    /// Shows a card at the top of the screen as soon as the list is on it, without ever showing another place.
    func scroll(to card: FeedPlace.Card) {
        let isWaiting = placement.wanted != nil
        placement.wanted = card
        if placement.isPinning { placement.pinned = card }
        if !isWaiting { settle(attempts: 20) }
    }

    /// Moves the list after each layout until the card that is wanted is where it should be: with each, the list learns the
    /// heights of cards that it hasn't shown yet.
    private func settle(attempts: Int) {
        var attempts = attempts
        afterLayouts { [weak self] in
            guard let self, placement.wanted != nil else { return false }
            attempts -= 1
            if attempts > 0, moveToWanted() { return true }
            placement.wanted = nil
            updateVisibility()
            return false
        }
    }

    /// Keeps the card at the top of the screen where it is while something beside the list slides. Otherwise GTK would keep
    /// what is in the middle.
    func pin(while isSliding: @escaping @MainActor () -> Bool) {
        guard !placement.isPinning else { return }
        placement.isPinning = true
        placement.pinned = placement.wanted ?? (view.isMapped ? currentPlace : nil)
        afterLayouts { [weak self] in
            guard let self else { return false }
            if placement.wanted == nil, let pinned = placement.pinned { _ = move(to: pinned) }
            placement.isPinning = isSliding()
            if !placement.isPinning { placement.pinned = nil }
            return placement.isPinning
        }
    }

    /// Does the work after each layout for as long as it returns `true`. There are none while another screen covers the list.
    private func afterLayouts(while work: @escaping () -> Bool) {
        layoutWork.append(work)
        gtk_widget_queue_allocate(view.pointer)
    }

    private func moveToWanted() -> Bool {
        placement.wanted.map(move) ?? false
    }

    /// Moves the list towards a card. Returns whether it has to be laid out again.
    private func move(to wanted: FeedPlace.Card) -> Bool {
        guard let position = rows.position(of: wanted.id) else { return false }
        guard let card = cards.first(where: { $0.image?.id == wanted.id }), let span = span(of: card) else {
            scroll(toPosition: position)
            return true
        }
        let before = offset
        scroll(by: (span.lowerBound + wanted.passed * (span.upperBound - span.lowerBound)).rounded())
        return offset != before
    }

    /// Returns where a card is, in pixels below the top of the screen; `nil` if it isn't on the screen.
    private func span(of card: FeedImageCard) -> Range<Double>? {
        guard card.root.isMapped, let row = gtk_widget_get_parent(card.root.pointer) else { return nil }
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(row, root.pointer, &bounds) != 0, bounds.size.height > 0 else { return nil }
        let top = Double(bounds.origin.y)
        return top..<top + Double(bounds.size.height)
    }

    /// The distance by which the list is scrolled down, in pixels.
    var offset: Double { gtk_adjustment_get_value(adjustment) }

    func scroll(by distance: Double) {
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
    }

    /// Scrolls to the card of an image.
    func reveal(_ id: FeedImage.ID) {
        guard let position = rows.position(of: id) else { return }
        guard placement.wanted == nil else {
            placement.wanted = FeedPlace.Card(id: id, passed: 0)
            return
        }
        scroll(toPosition: position)
    }

    /// Handles that the list has moved: a person who scrolls finds all rows.
    func scrolled() {
        if placement.wanted == nil, offset > 0 { addRows { $0.addAll() } }
    }

    private func scroll(toPosition position: Int) {
        addRows { $0.add(through: position) }
        isScrolling = true
        gtk_widget_activate_action_variant(
            view.pointer, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
    }
}
