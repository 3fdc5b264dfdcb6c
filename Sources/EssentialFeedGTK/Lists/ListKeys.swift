import CAdwaita
import GtkKit

/// Moves a list with the keyboard, wherever the focus is: page keys scroll, and arrow keys continue from rows on the
/// screen.
final class ListKeys {
    private enum Cell {
        case first, last
        case nearest(Double)
    }

    /// Returns a row's focusable widgets in reading order. Rows without any are skipped.
    var cells: (Widget) -> [Widget] = { [$0] }
    /// Whether rows may have several cells; the left and right keys move among them.
    var hasCells = false
    /// Called before a key scrolls to the end of the list, for the list to add its remaining rows.
    var onEnd: (() -> Void)?
    /// Called on Enter, or on Space on a focused cell that isn't a button itself. Returns whether it opened the cell.
    var onActivate: (() -> Bool)?
    /// Called first for each key. Returns whether it handled the key.
    var onPress: ((WindowKeys.Press) -> Bool)?
    /// Called on Escape to stop what the list is doing. Returns whether there was anything to stop.
    var onEscape: (() -> Bool)?
    /// The widget focused by a page key. From there, Space scrolls to the next page.
    private var reached: Widget?
    private let scroller: Widget
    private let list: Widget
    private var keys: WindowKeys?

    init(scroller: Widget, list: Widget) {
        (self.scroller, self.list) = (scroller, list)
        keys = WindowKeys(scroller) { [weak self] press in
            if self?.keys?.isTaken == false, self?.onPress?(press) == true { return true }
            let isPlain = press.modifiers.rawValue & gtk_accelerator_get_default_mod_mask().rawValue == 0
            if isPlain, [guint(GDK_KEY_Return), guint(GDK_KEY_KP_Enter)].contains(press.key) {
                return self?.onActivate?() ?? false
            }
            if press.key == guint(GDK_KEY_Escape) { return self?.onEscape?() ?? false }
            let move = ListMove(key: press.key, modifiers: press.modifiers)
            return move.map { self?.perform($0, isSpace: press.key == 0x20) ?? false } ?? false
        }
    }

    func perform(_ move: ListMove, isSpace: Bool) -> Bool {
        guard let keys, keys.window != nil, !keys.isTaken else { return false }
        let focus = list.windowFocus
        let focusedRow = focus.flatMap(row(of:))
        let isFocusSeen = focusedRow.map { visibleHeight(of: $0) > 0 } ?? (focus != nil)
        // Space presses a focused button that is visible, and has no effect on a text.
        if isSpace, isFocusSeen, focus != focusedRow, focus != reached, focus?.isLabel != true {
            return onActivate?() ?? false
        }
        if ![.pageDown, .pageUp, .top, .end].contains(move) { reached = nil }
        switch move {
        case .left, .right:
            guard hasCells, let focus, let focusedRow, isFocusSeen else { return false }
            return moveFocus(from: focusedRow, focus, isForward: isForward(move))
        case .next, .previous:
            if let focus, let focusedRow, isFocusSeen {
                return moveFocus(from: focusedRow, move, to: cell(below: focus, in: focusedRow))
            }
            // Moving up from the title bar doesn't affect the list.
            return focus != nil && focusedRow == nil && move == .previous ? false : focusRow(for: move)
        case .pageDown, .pageUp, .top, .end:
            let cell = focus.flatMap { focus in focusedRow.map { self.cell(below: focus, in: $0) } } ?? .first
            if move == .end { onEnd?() }
            // The focus follows, or Enter would activate something out of sight.
            scroll(move) { [weak self] edge in
                switch edge {
                case .top: self?.reach(.next, cell: move == .top ? .first : cell)
                case .bottom: self?.reach(.previous, cell: move == .end ? .last : cell)
                }
            }
            return true
        }
    }

    /// Scrolls to the last row and focuses it, unless a widget outside the list has the focus.
    func followEnd() {
        guard keys?.window != nil else { return }
        let isElsewhere = list.windowFocus != nil && focusedRow == nil
        scroll(.end) { [weak self] _ in if !isElsewhere { self?.reach(.previous, cell: .last) } }
    }

    private func reach(_ move: ListMove, cell: Cell) {
        guard focusRow(for: move, cell: cell), let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
        else { return }
        reached = list.windowFocus
        // The next layout would scroll to show the whole row. Only a change of the value makes GTK keep the position.
        let value = gtk_adjustment_get_value(adjustment)
        gtk_adjustment_set_value(adjustment, value > 0 ? value - 1 : value + 1)
        gtk_adjustment_set_value(adjustment, value)
    }

    func showFocus() {
        guard let window = keys?.window, gtk_window_get_focus_visible(window.cast()) != 0,
            let focus = list.windowFocus, row(of: focus) != nil,
            let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
        else { return }
        let (place, height) = (span(of: focus), Double(gtk_widget_get_height(scroller.pointer)))
        let margin = 12.0
        let distance = min(max(0, place.upperBound + margin - height), place.lowerBound - margin)
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance.rounded())
    }

    /// `focus` receives the edge of the screen where the focus moves, after the frame with the rows there.
    private func scroll(_ move: ListMove, focus: @escaping (ListEdge) -> Void) {
        guard let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque) else { return }
        var edge = ListEdge.top
        switch move {
        case .top: ListEdge.top.show(position: 0, of: list, in: scroller)
        case .end:
            edge = .bottom
            let count = g_list_model_get_n_items(gtk_list_view_get_model(list.opaque))
            guard count > 0 else { return }
            ListEdge.bottom.show(position: Int(count) - 1, of: list, in: scroller)
        default:
            let value = gtk_adjustment_get_value(adjustment)
            let page = gtk_adjustment_get_page_increment(adjustment)
            gtk_adjustment_set_value(adjustment, move.isDown ? value + page : value - page)
            // At the end of the list, only the last row is left to focus.
            if move.isDown, gtk_adjustment_get_value(adjustment) <= value { edge = .bottom }
        }
        // New rows appear only with the layout, and focusing them earlier would scroll the list again.
        scroller.afterFrame { focus(edge) }
    }

    private func focusRow(for move: ListMove, cell: Cell = .first) -> Bool {
        let seen = rows.filter { visibleHeight(of: $0) > 0 && !cells($0).isEmpty }
        let whole = seen.filter { visibleHeight(of: $0) >= Double(gtk_widget_get_height($0.pointer)) }
        let largest = seen.max { visibleHeight(of: $0) < visibleHeight(of: $1) }
        guard let row = (move.isDown ? whole.first : whole.last) ?? largest else { return false }
        focus(row, cell: cell)
        return true
    }

    /// Scrolls first unless the whole row is visible. The list itself would focus the row instead of its button.
    private func moveFocus(from row: Widget, _ move: ListMove, to cell: Cell) -> Bool {
        guard let next = self.row(beside: row, isForward: move.isDown),
            let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
        else { return true }
        let height = Double(gtk_widget_get_height(scroller.pointer))
        let span = next.isMapped ? span(of: next) : nil
        guard span.map({ $0.lowerBound < 0 || $0.upperBound > height }) ?? true else {
            focus(next, cell: cell)
            return true
        }
        // The position of a row is known only once the row is on the screen.
        let from = self.span(of: row)
        let distance =
            move.isDown
            ? span.map { min($0.upperBound - height, $0.lowerBound) } ?? from.upperBound
            : span?.lowerBound ?? from.lowerBound - height
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + distance)
        scroller.afterFrame { [weak self] in
            if next.isMapped { self?.focus(next, cell: cell) } else { _ = self?.focusRow(for: move, cell: cell) }
        }
        return true
    }

    private func focus(_ row: Widget, cell: Cell) {
        let cells = cells(row)
        let target =
            switch cell {
            case .first: cells.first
            case .last: cells.last
            case .nearest(let place): cells.min { abs(centre(of: $0) - place) < abs(centre(of: $1) - place) }
            }
        focus(row, target ?? row)
    }

    private func focus(_ row: Widget, _ target: Widget) {
        guard let window = keys?.window else { return }
        gtk_window_set_focus_visible(window.cast(), gboolean(1))
        // If a widget in the target had the focus, the focus would move on to the next one.
        if let focus = list.windowFocus, target.contains(focus) { gtk_window_set_focus(window.cast(), nil) }
        if gtk_widget_child_focus(target.pointer, GTK_DIR_TAB_FORWARD) == 0 { gtk_widget_grab_focus(row.pointer) }
    }

    private func moveFocus(from row: Widget, _ focus: Widget, isForward: Bool) -> Bool {
        let cells = cells(row)
        let beside = (index(of: focus, in: cells) ?? 0) + (isForward ? 1 : -1)
        guard !cells.indices.contains(beside) else {
            self.focus(row, cells[beside])
            return true
        }
        return moveFocus(from: row, isForward ? .next : .previous, to: isForward ? .first : .last)
    }

    private func isForward(_ move: ListMove) -> Bool {
        (move == .right) == (gtk_widget_get_direction(list.pointer) != GTK_TEXT_DIR_RTL)
    }

    private func cell(below widget: Widget, in row: Widget) -> Cell {
        let cells = cells(row)
        return index(of: widget, in: cells).map { .nearest(centre(of: cells[$0])) } ?? .first
    }

    private func index(of widget: Widget, in cells: [Widget]) -> Int? {
        cells.firstIndex { $0 == widget || $0.contains(widget) }
    }

    private func centre(of widget: Widget) -> Double {
        widget.bounds(in: scroller).map { Double($0.origin.x + $0.size.width / 2) } ?? 0
    }

    private func row(beside row: Widget, isForward: Bool) -> Widget? {
        var beside: UnsafeMutablePointer<GtkWidget>? = row.pointer
        repeat {
            beside = isForward ? gtk_widget_get_next_sibling(beside) : gtk_widget_get_prev_sibling(beside)
        } while beside.map { cells(Widget($0)).isEmpty } ?? false
        return beside.map { Widget($0) }
    }

    private var rows: [Widget] {
        // A row added after the last layout has no position yet.
        list.children.filter { $0.isMapped && gtk_widget_get_height($0.pointer) > 0 }
            .map { (row: $0, top: span(of: $0).lowerBound) }.sorted { $0.top < $1.top }.map(\.row)
    }

    private var focusedRow: Widget? { list.windowFocus.flatMap(row(of:)) }

    private func row(of widget: Widget) -> Widget? {
        sequence(first: widget.pointer) { gtk_widget_get_parent($0) }
            .first { gtk_widget_get_parent($0) == list.pointer }.map { Widget($0) }
    }

    private func span(of row: Widget) -> Range<Double> {
        guard let bounds = row.bounds(in: scroller) else { return 0..<0 }
        let top = Double(bounds.origin.y)
        return top..<top + max(0, Double(bounds.size.height))
    }

    private func visibleHeight(of row: Widget) -> Double {
        guard row.isMapped else { return 0 }
        let span = span(of: row)
        return min(span.upperBound, Double(gtk_widget_get_height(scroller.pointer))) - max(span.lowerBound, 0)
    }
}
