import CAdwaita
import EssentialFeed
import Foundation
import GtkKit

struct FeedListShape {
    var style = FeedStyle()
    var pinched = 1.0
    /// The width of the images' arrangement: before the first layout the expected one, or 0 if unknown.
    var width = 0

    var rowWidth: Int { max(1, width - 2 * FeedArrangement.margin) }

    /// Returns a key's style; `nil` if the key does nothing.
    func style(after key: FeedViewKey) -> FeedStyle? {
        var style = style
        switch key {
        case .grid: style.isGrid.toggle()
        case .larger: style.density = style.density.larger
        case .smaller: style.density = style.density.smaller
        case .usual: style.density = .usual
        case .select, .selectAll: return nil
        }
        return key == .grid || style.isGrid ? style : nil
    }

    /// Returns a pinch's style; `nil` if it hasn't gone far enough.
    mutating func style(afterPinch scale: Double) -> FeedStyle? {
        let step = 1.25
        guard style.isGrid, scale > pinched * step || scale < pinched / step else { return nil }
        var style = style
        style.density = scale > pinched ? style.density.larger : style.density.smaller
        pinched = scale
        return style
    }
}

extension FeedList {
    /// Shows the images in the arrangement for the list's width. The row at hand and the focus stay in place.
    func arrange(_ images: [FeedImage], firstSeen: FeedImage.ID?) {
        if shape.width == 0 { shape.width = expectedWidth }
        let kept = lookedAtKey
        let old = rows
        let arrangement = self.arrangement
        var new = images == old.images && firstSeen == old.firstSeen ? old : FeedRows(images, firstSeen: firstSeen)
        new.arrange(as: arrangement, width: shape.rowWidth, months: months(of: images), isComplete: isComplete)
        let moved = focusedImage.flatMap { new.hasInSamePlace($0, as: old) ? nil : $0 }
        // Without this, GTK would move the focus to another widget when the cell is removed.
        if moved != nil, let window = gtk_widget_get_root(view.pointer) { gtk_root_set_focus(window, nil) }
        if arrangement != old.arrangement { change(to: arrangement) }
        rows = new
        let staysCards = arrangement == .cards && old.arrangement == .cards
        if !staysCards, shape.width > 0 { screen?.pictures.sizing = expectedSizing }
        if new.imagesInRow != old.imagesInRow { screen?.pictures.imagesInRow = new.imagesInRow }
        let keeping = staysCards ? [] : Set(items.ids)
        // New list items show their rows when they are bound.
        let shown = Array(listRows.keys)
        items.display(rows.keys(keeping: keeping, preferred: kept) { items.key(of: $0, above: $1) })
        for listItem in shown { showRow(in: listItem) }
        updateVisibilityAfterLayout()
        if let moved { focus(moved) }
    }

    private var arrangement: FeedArrangement {
        FeedArrangement(shape.style, width: Int(Double(shape.width) / root.textScale))
    }

    private var expectedWidth: Int {
        guard let window = gtk_widget_get_root(root.pointer).map({ Widget(UnsafeMutablePointer($0)) }) else { return 0 }
        var (width, height) = (gtk_widget_get_width(window.pointer), gint(0))
        if width == 0 { gtk_window_get_default_size(window.window, &width, &height) }
        return Int(max(0, width))
    }

    private func months(of images: [FeedImage]) -> [FeedMonth] {
        guard shape.style.isGrid else { return [] }
        return images == rows.images && !rows.months.isEmpty ? rows.months : screen?.controller.months(of: images) ?? []
    }

    func change(to arrangement: FeedArrangement) {
        for density in FeedStyle.Density.allCases {
            view.setClass("grid-\(density.rawValue)", arrangement == .grid(density))
        }
        let width = arrangement == .cards ? Int32(FeedArrangement.maximumCardWidth) : 1 << 20
        adw_clamp_scrollable_set_maximum_size(clamp.opaque, width)
        adw_clamp_scrollable_set_tightening_threshold(clamp.opaque, width)
        items.soFar.aFrame = shape.style.isGrid ? 8 : 3
        keys.hasCells = arrangement != .cards
    }

    var expectedSizing: PictureSizing { rows.sizing(scale: Int(gtk_widget_get_scale_factor(view.pointer))) }

    func didLayOut() {
        placement.isScrolling = false
        let width = Int(gtk_widget_get_width(root.pointer))
        if width > 0, width != shape.width || arrangement != rows.arrangement {
            let old = shape.rowWidth
            shape.width = width
            let arrangement = self.arrangement
            let isOther = rows.arrangement != arrangement
            if isOther || arrangement != .cards { returnToPlace() }
            if isOther || arrangement != .cards && JustifiedRows.step(old) != JustifiedRows.step(shape.rowWidth) {
                arrange(rows.images, firstSeen: rows.firstSeen)
            } else {
                for listItem in listRows.keys { placeRow(in: listItem) }
            }
            // The new rows have no positions before the next layout, which follows in this frame.
            if anchorWanted() { return }
        }
        focusWanted()
        let work = placement.layoutWork
        placement.layoutWork = []
        placement.layoutWork = work.filter { $0() } + placement.layoutWork
        // If this ran later, a second layout in the same frame would make scrolling less smooth.
        if !isPlacing, !hasShownCards { lookAgain() }
    }

    /// The less the list is scrolled, the closer GTK's anchor row is to the top of the screen.
    private var lookedAtKey: UUID? {
        guard view.isMapped else { return nil }
        let (value, page) = (gtk_adjustment_get_value(adjustment), gtk_adjustment_get_page_size(adjustment))
        let rest = gtk_adjustment_get_upper(adjustment) - page
        let place = rest > 0 ? page * min(max(value / rest, 0), 1) : 0
        let distances = listRows.compactMap { listItem, row -> (key: UUID, distance: Double)? in
            guard let cell = row.cells.first(where: { $0.root.isMapped }), let key = ItemStore.id(of: listItem),
                let row = gtk_widget_get_parent(cell.root.pointer), let bounds = Widget(row).bounds(in: root)
            else { return nil }
            let (top, height) = (Double(bounds.origin.y), Double(bounds.size.height))
            return (key, max(top - place, place - top - height, 0))
        }
        return distances.min { $0.distance < $1.distance }?.key
    }

    /// The focusable widgets of a row with several beside each other.
    func cells(of row: Widget) -> [Widget] {
        guard let child = gtk_widget_get_first_child(row.pointer) else { return [row] }
        if child == newSinceLine.root.pointer || Widget(child).hasClass("month-heading") { return [] }
        guard rows.arrangement != .cards, child != loadMoreRow.root.pointer else { return [row] }
        return Widget(child).children.filter { $0.isVisible && gtk_widget_get_can_target($0.pointer) != 0 }
    }
}

extension FeedList {
    /// Moves the focus to an image's card, after the list has scrolled there.
    func focus(_ id: FeedImage.ID) {
        placement.focus = nil
        guard !focusNow(id), rows.image(id) != nil else { return }
        placement.focus = (id, attempts: 8)
        gtk_widget_queue_allocate(view.pointer)
    }

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
        // A card without a position would lose the focus in the next layout, and the list its place.
        guard !placement.isScrolling, let cell = cells.first(where: { $0.image?.id == id && $0.root.isMapped }) else {
            return false
        }
        cell.grabFocus()
        return true
    }

    var focusedImage: FeedImage.ID? { view.windowFocus.flatMap { view.contains($0) ? image(at: $0)?.id : nil } }

    func image(at widget: Widget) -> FeedImage? {
        cells.first { $0.root == widget || $0.root.contains(widget) }?.image
    }
}
