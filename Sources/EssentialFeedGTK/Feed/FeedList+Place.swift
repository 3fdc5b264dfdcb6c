import CAdwaita
import EssentialFeed
import GtkKit

extension FeedList {
    struct Placement {
        /// The card to show at the top of the screen, until the list has been laid out there.
        fileprivate var wanted: FeedPlace.Card?
        fileprivate var isPinning = false
        /// The card that stays at the top of the screen while something slides in or out; `nil` at the top of the list.
        fileprivate var pinned: FeedPlace.Card?
        fileprivate var last: FeedPlace.Card?
        /// How often the list has been moved in the frame with this number.
        fileprivate var moves: (count: Int, frame: Int) = (0, -1)
        /// Whether the list is scrolling to a card and hasn't been laid out there yet.
        var isScrolling = false
        /// The image whose card gets the focus once the card is on the screen, and the number of attempts left.
        var focus: (id: FeedImage.ID, attempts: Int)?
        var layoutWork: [() -> Bool] = []
    }

    var isPlacing: Bool { placement.wanted != nil }

    /// The card at the top of the screen; `nil` at the top of the list.
    var place: FeedPlace.Card? {
        if let wanted = placement.wanted { return wanted }
        notePlace()
        return placement.last
    }

    /// Notes the place of the list, unless it differs only by rounding or by rows: a window that is resized back has
    /// its place again.
    func notePlace() {
        guard placement.wanted == nil, view.isMapped else { return }
        let now = currentPlace
        if let now, let last = placement.last, abs(now.passed - last.passed) < 0.01,
            rows.images(besides: now.id).contains(where: { $0.id == last.id })
        {
            return
        }
        placement.last = now
    }

    func keepingPlace(_ arrange: () -> Void) {
        let place = place
        arrange()
        if let place { scroll(to: place) } else { scrollToTop() }
    }

    var progress: Double {
        let room = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
        return room > 0 ? min(max(offset / room, 0), 1) : 0
    }

    func showMonth(of id: FeedImage.ID) {
        guard let position = rows.position(of: id) else { return }
        placement.wanted = nil
        let hasHeading = rows.month(on: id) == nil && position > 0
        anchor(hasHeading ? position - 1 : position)
        updateVisibilityAfterLayout()
    }

    func returnToPlace() {
        guard placement.wanted == nil, let last = placement.last else { return }
        placement.wanted = last
        settle(attempts: 20)
    }

    private var currentPlace: FeedPlace.Card? {
        guard offset > 0 else { return nil }
        let shown = listRows.values.compactMap { row in
            row.cells.first.flatMap { cell in span(of: cell).map { (cell: cell, span: $0) } }
        }
        let top = shown.filter { $0.span.upperBound > 0 }.min { $0.span.lowerBound < $1.span.lowerBound }
        guard let top, let id = top.cell.image?.id else { return nil }
        return FeedPlace.Card(
            id: id, passed: max(0, -top.span.lowerBound) / (top.span.upperBound - top.span.lowerBound))
    }

    /// Shows a card at the top of the screen as soon as the list is visible, without ever showing another place.
    func scroll(to card: FeedPlace.Card) {
        let isWaiting = placement.wanted != nil
        placement.wanted = card
        if placement.isPinning { placement.pinned = card }
        _ = anchorWanted()
        if !isWaiting { settle(attempts: 20) }
    }

    /// Shows the first row at the top of the screen from the next layout on. Cancels any other move.
    func scrollToTop() {
        placement.wanted = nil
        placement.pinned = nil
        placement.last = nil
        ListEdge.top.show(position: 0, of: view, in: root)
        updateVisibilityAfterLayout()
    }

    /// Moves the list until the wanted card is in place: with each layout, it learns the heights of cards.
    private func settle(attempts: Int) {
        var attempts = attempts
        afterLayouts { [weak self] in
            guard let self, let wanted = placement.wanted else { return false }
            attempts -= 1
            if attempts > 0, move(to: wanted) { return true }
            placement.last = placement.wanted
            placement.wanted = nil
            updateVisibility()
            return false
        }
    }

    /// Keeps the card at the top in place while something slides. GTK would keep the middle of the screen in place.
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

    /// Does the work after each layout until it returns `false`. A covered list isn't laid out.
    private func afterLayouts(while work: @escaping () -> Bool) {
        placement.layoutWork.append(work)
        gtk_widget_queue_allocate(view.pointer)
    }

    /// Returns whether the list needs another layout.
    private func move(to wanted: FeedPlace.Card) -> Bool {
        guard let position = rows.position(of: wanted.id) else { return false }
        let isComplete = !addRows(around: position)
        guard isComplete, let cell = cells.first(where: { $0.image?.id == wanted.id }), let span = span(of: cell) else {
            if mayMove() { anchor(position) }
            return true
        }
        let distance = (span.lowerBound + wanted.passed * (span.upperBound - span.lowerBound)).rounded()
        let end = gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment)
        guard min(max(0, offset + distance), max(0, end)) != offset else { return false }
        if mayMove() { scroll(by: distance) }
        return true
    }

    /// Adds a screen of rows below a position. Returns whether there are more rows now.
    private func addRows(around position: Int) -> Bool {
        let smallestRow: Int32 = 150
        let count = items.ids.count
        items.add { $0.add(through: position + Int(gtk_widget_get_height(root.pointer) / smallestRow)) }
        return items.ids.count > count
    }

    func anchorWanted() -> Bool {
        guard let position = placement.wanted.flatMap({ rows.position(of: $0.id) }) else { return false }
        anchor(position)
        return true
    }

    private func anchor(_ position: Int) {
        _ = addRows(around: position)
        placement.isScrolling = true
        ListEdge.top.show(position: position, of: view, in: root)
    }

    /// Whether the list may move in this frame. GDK gives up a frame that needs more than four layouts, and each move
    /// needs one. Further moves wait for the next frame.
    func mayMove() -> Bool {
        guard let clock = gtk_widget_get_frame_clock(view.pointer) else { return true }
        let frame = gdk_frame_clock_get_frame_counter(clock)
        if placement.moves.frame != frame { placement.moves = (0, frame) }
        placement.moves.count += 1
        guard placement.moves.count > 2 else { return true }
        view.afterFrame { [weak self] in
            if let self { gtk_widget_queue_allocate(view.pointer) }
        }
        return false
    }

    private func span(of cell: FeedCell) -> Range<Double>? {
        guard cell.root.isMapped, let row = gtk_widget_get_parent(cell.root.pointer),
            let bounds = Widget(row).bounds(in: root), bounds.size.height > 0
        else { return nil }
        let top = Double(bounds.origin.y)
        return top..<top + Double(bounds.size.height)
    }

    var offset: Double { gtk_adjustment_get_value(adjustment) }

    func scroll(by distance: Double) {
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
    }

    func reveal(_ id: FeedImage.ID) {
        guard let position = rows.position(of: id) else { return }
        guard placement.wanted == nil else {
            placement.wanted = FeedPlace.Card(id: id, passed: 0)
            return
        }
        scroll(toPosition: position)
    }

    /// All rows are added once the user scrolls.
    func scrolled() { if placement.wanted == nil, offset > 0 { items.add { $0.addAll() } } }

    private func scroll(toPosition position: Int) {
        items.add { $0.add(through: position) }
        placement.isScrolling = true
        gtk_widget_activate_action_variant(
            view.pointer, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
    }
}
