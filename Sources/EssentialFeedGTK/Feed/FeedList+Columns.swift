import CAdwaita
import EssentialFeed
import Foundation
import GtkKit

/// The columns of the list, and what stays in place when their number changes.
extension FeedList {
    /// Shows the images in as many columns as fit. The row that the user is looking at stays in place, and the keyboard
    /// focus stays on its card.
    func arrange(_ images: [FeedImage], firstSeen: FeedImage.ID?) {
        let kept = lookedAtKey
        let columns = min(FeedColumns.count(width: width), max(1, images.count))
        let old = rows
        let new = FeedRows(images, columns: columns, firstSeen: firstSeen)
        let moved = focusedImage.flatMap { new.hasInSamePlace($0, as: old) ? nil : $0 }
        // Otherwise GTK would move the focus to another widget when the card is removed, even after the focus was set
        // again.
        if moved != nil, let window = gtk_widget_get_root(view.pointer) { gtk_root_set_focus(window, nil) }
        if columns != old.columns { changeColumns(to: columns) }
        rows = new
        items.display(rows.keys(line: items.lineID, keeping: columns > 1 ? Set(items.ids) : [], preferred: kept))
        for listItem in listRows.keys { showRow(in: listItem) }
        updateVisibilityAfterLayout()
        if let moved { focus(moved) }
    }

    private func changeColumns(to columns: Int) {
        scroller.setMaximumWidth(columns: columns)
        keys.hasColumns = columns > 1
        delegate?.columnsChanged(columns)
        guard width > 0, case .cards(_, let scale) = sizing else { return }
        sizing = .cards(width: FeedColumns.pictureWidth(width: width, count: columns), scale: scale)
        delegate?.sizingChanged(sizing)
    }

    /// Arranges the cards again if a layout has changed the list's width, then does the work that waits for the layout.
    func didLayOut() {
        placement.isScrolling = false
        let width = Int(gtk_widget_get_width(root.pointer))
        if width > 0, width != self.width {
            self.width = width
            if min(FeedColumns.count(width: width), max(1, rows.images.count)) != rows.columns {
                arrange(rows.images, firstSeen: rows.firstSeen)
                // The new rows have no positions before the next layout, which follows in this frame.
                if anchorWanted() { return }
            }
        }
        focusWanted()
        let work = placement.layoutWork
        placement.layoutWork = []
        placement.layoutWork = work.filter { $0() } + placement.layoutWork
        // If this ran later, a second layout in the same frame would make scrolling less smooth.
        if !isPlacing, !hasShownCards { lookAgain() }
    }

    /// The key of the row that GTK keeps in place. The less the list is scrolled, the closer that row is to the top of
    /// the screen.
    private var lookedAtKey: UUID? {
        guard view.isMapped else { return nil }
        let (value, page) = (gtk_adjustment_get_value(adjustment), gtk_adjustment_get_page_size(adjustment))
        let rest = gtk_adjustment_get_upper(adjustment) - page
        let place = rest > 0 ? page * min(max(value / rest, 0), 1) : 0
        let distances = listRows.compactMap { listItem, row -> (key: UUID, distance: Double)? in
            var bounds = graphene_rect_t()
            guard let card = row.cards.first(where: { $0.root.isMapped }), let key = ItemStore.id(of: listItem),
                let row = gtk_widget_get_parent(card.root.pointer),
                gtk_widget_compute_bounds(row, root.pointer, &bounds) != 0
            else { return nil }
            let (top, height) = (Double(bounds.origin.y), Double(bounds.size.height))
            return (key, max(top - place, place - top - height, 0))
        }
        return distances.min { $0.distance < $1.distance }?.key
    }

    /// Returns the widgets of a row that can have the focus: its cards if the list has several columns, none for the
    /// line.
    func cells(of row: Widget) -> [Widget] {
        guard let child = gtk_widget_get_first_child(row.pointer) else { return [row] }
        if child == newSinceLine.root.pointer { return [] }
        guard rows.columns > 1, child != loadMoreRow.root.pointer else { return [row] }
        return Widget(child).children.filter(\.isVisible)
    }
}

/// The keyboard focus of the cards.
extension FeedList {
    /// Moves the keyboard focus to the card of an image. If the list has to scroll to the card first, the focus moves
    /// after the layout that shows the card.
    func focus(_ id: FeedImage.ID) {
        placement.focus = nil
        guard !focusNow(id), rows.image(id) != nil else { return }
        placement.focus = (id, attempts: 8)
        gtk_widget_queue_allocate(view.pointer)
    }

    /// Moves the focus to the wanted card if that card is on the screen now.
    func focusWanted() {
        guard let (id, attempts) = placement.focus, view.isMapped else { return }
        guard !focusNow(id), attempts > 0, rows.image(id) != nil else {
            placement.focus = nil
            return
        }
        guard mayMove() else { return }
        placement.focus = (id, attempts: attempts - 1)
        reveal(id)
        gtk_widget_queue_allocate(view.pointer)
    }

    private func focusNow(_ id: FeedImage.ID) -> Bool {
        // A card without a position on the screen would lose the focus in the next layout, and the list would lose its
        // place.
        guard !placement.isScrolling, let card = cards.first(where: { $0.image?.id == id && $0.root.isMapped }) else {
            return false
        }
        card.grabFocus()
        return true
    }

    /// The image whose card has the focus.
    var focusedImage: FeedImage.ID? {
        view.windowFocus.flatMap { view.contains($0) ? image(at: $0)?.id : nil }
    }

    /// Returns the image whose card contains the widget.
    func image(at widget: Widget) -> FeedImage? {
        cards.first { $0.root == widget || $0.root.contains(widget) }?.image
    }
}
