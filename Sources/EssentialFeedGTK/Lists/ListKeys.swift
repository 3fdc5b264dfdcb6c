import CAdwaita
import CGtkKit
import GtkKit

/// Moves a list by the keyboard, wherever in its screen the focus is: page keys always scroll it, and arrows continue
/// from what is on the screen.
final class ListKeys {
    /// The widgets of a row that take the focus, in the order in which they are read. A row without any is passed over.
    var cells: (Widget) -> [Widget] = { [$0] }
    /// Whether rows have several cells, among which the keys for left and right move.
    var hasColumns = false
    private let scroller: Widget
    private let list: Widget
    private var keys: WindowKeys?

    /// - Parameters:
    ///   - scroller: The scrolled window around the list.
    ///   - list: The list view.
    init(scroller: Widget, list: Widget) {
        self.scroller = scroller
        self.list = list
        keys = WindowKeys(scroller) { [weak self] press in
            let move = ListMove(key: press.key, modifiers: press.modifiers)
            return move.map { self?.perform($0, isSpace: press.key == 0x20) ?? false } ?? false
        }
    }

    // MARK: Moving

    /// Performs a move. Returns `false` if the key is left to the window's widgets.
    func perform(_ move: ListMove, isSpace: Bool) -> Bool {
        guard let keys, let window = keys.window, !keys.isOverlaid else { return false }
        let focus = gtk_root_get_focus(OpaquePointer(window.pointer)).map { Widget($0) }
        let focusedRow = focus.flatMap(row(of:))
        let isFocusSeen = focusedRow.map { visibleHeight(of: $0) > 0 } ?? (focus != nil)
        // Space presses a focused button that is visible, and does nothing to a text.
        if isSpace, isFocusSeen, focus != focusedRow, focus.map(isLabel) != true { return false }
        switch move {
        case .left, .right:
            guard hasColumns, let focus, let focusedRow, isFocusSeen else { return false }
            return moveFocus(from: focusedRow, cell: cell(of: focus, in: focusedRow), isForward: isForward(move))
        case .next, .previous:
            if let focus, let focusedRow, isFocusSeen {
                return moveFocus(from: focusedRow, move, to: cell(of: focus, in: focusedRow))
            }
            // Moving up from the title bar doesn't concern the list.
            return focus != nil && focusedRow == nil && move == .previous ? false : focusRow(for: move)
        case .pageDown, .pageUp, .top, .end:
            scroll(move)
            guard let focus, let focusedRow else { return true }
            let cell = cell(of: focus, in: focusedRow)
            // The focus follows, so that Enter acts on something visible.
            scroller.afterFrame { [weak self] in
                guard let self, let focused = self.focusedRow, visibleHeight(of: focused) <= 0 else { return }
                _ = focusRow(for: move == .end ? .previous : .next, cell: cell)
            }
            return true
        }
    }

    private func isLabel(_ widget: Widget) -> Bool {
        g_type_check_instance_is_a(widget.raw.assumingMemoryBound(to: GTypeInstance.self), gtk_label_get_type()) != 0
    }

    private func scroll(_ move: ListMove) {
        guard let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque) else { return }
        let (value, page) = (gtk_adjustment_get_value(adjustment), gtk_adjustment_get_page_increment(adjustment))
        switch move {
        case .pageDown: gtk_adjustment_set_value(adjustment, value + page)
        case .pageUp: gtk_adjustment_set_value(adjustment, value - page)
        case .top: scrollToEdge(adjustment) { gtk_adjustment_get_lower($0) }
        case .end: scrollToEdge(adjustment) { gtk_adjustment_get_upper($0) }
        case .next, .previous, .left, .right: break
        }
    }

    /// Scrolls to an edge, twice: the heights of rows that have never been on the screen are estimates, so the edge moves
    /// when they appear.
    private func scrollToEdge(
        _ adjustment: UnsafeMutablePointer<GtkAdjustment>,
        _ edge: @escaping (UnsafeMutablePointer<GtkAdjustment>) -> Double
    ) {
        gtk_adjustment_set_value(adjustment, edge(adjustment))
        scroller.afterFrame { gtk_adjustment_set_value(adjustment, edge(adjustment)) }
    }

    /// Focuses the first row that is on the screen, or the last for a move up.
    private func focusRow(for move: ListMove, cell: Int = 0) -> Bool {
        let seen = rows.filter { visibleHeight(of: $0) > 0 && !cells($0).isEmpty }
        let whole = seen.filter { visibleHeight(of: $0) >= Double(gtk_widget_get_height($0.pointer)) }
        let best = whole.isEmpty ? seen : whole
        guard let row = move.isDown ? best.first : best.last else { return false }
        focus(row, cell: cell)
        return true
    }

    /// Focuses the row next to another, scrolling to it first unless all of it is visible. The list itself would focus
    /// the row instead of the button in it, which has the accessible name.
    /// - Parameter cell: The number of the cell in that row, or of a later one than its last.
    private func moveFocus(from row: Widget, _ move: ListMove, to cell: Int) -> Bool {
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

    private func focus(_ row: Widget, cell: Int) {
        guard let window = keys?.window else { return }
        gtk_window_set_focus_visible(gtkkit_window(window.pointer), gboolean(1))
        let cells = cells(row)
        let target = cells.isEmpty ? row : cells[min(cell, cells.count - 1)]
        if gtk_widget_child_focus(target.pointer, GTK_DIR_TAB_FORWARD) == 0 { gtk_widget_grab_focus(row.pointer) }
    }

    // MARK: Columns

    /// Focuses the cell after or before another, which may be in the row next to it.
    private func moveFocus(from row: Widget, cell: Int, isForward: Bool) -> Bool {
        let beside = isForward ? cell + 1 : cell - 1
        guard !cells(row).indices.contains(beside) else {
            focus(row, cell: beside)
            return true
        }
        return moveFocus(from: row, isForward ? .next : .previous, to: isForward ? 0 : .max)
    }

    /// Whether a move to the left or to the right goes on in the direction in which the language reads.
    private func isForward(_ move: ListMove) -> Bool {
        (move == .right) == (gtk_widget_get_direction(list.pointer) != GTK_TEXT_DIR_RTL)
    }

    /// Returns the number of the cell that a widget is in, or of the first.
    private func cell(of widget: Widget, in row: Widget) -> Int {
        cells(row).firstIndex { $0 == widget || gtk_widget_is_ancestor(widget.pointer, $0.pointer) != 0 } ?? 0
    }

    /// Returns the nearest row after or before another that isn't passed over.
    private func row(beside row: Widget, isForward: Bool) -> Widget? {
        var beside: UnsafeMutablePointer<GtkWidget>? = row.pointer
        repeat {
            beside = isForward ? gtk_widget_get_next_sibling(beside) : gtk_widget_get_prev_sibling(beside)
        } while beside.map { cells(Widget($0)).isEmpty } ?? false
        return beside.map { Widget($0) }
    }

    // MARK: Rows

    /// The rows on the screen, from the top.
    private var rows: [Widget] {
        var rows: [(row: Widget, top: Double)] = []
        var child = gtk_widget_get_first_child(list.pointer)
        while let current = child {
            let row = Widget(current)
            // A row that was added after the last layout is nowhere yet.
            if row.isMapped, gtk_widget_get_height(current) > 0 { rows.append((row, span(of: row).lowerBound)) }
            child = gtk_widget_get_next_sibling(current)
        }
        return rows.sorted { $0.top < $1.top }.map(\.row)
    }

    private var focusedRow: Widget? {
        (keys?.window).flatMap { gtk_root_get_focus(OpaquePointer($0.pointer)) }.flatMap { row(of: Widget($0)) }
    }

    /// Returns the row that a widget is, or that contains it.
    private func row(of widget: Widget) -> Widget? {
        var current: UnsafeMutablePointer<GtkWidget>? = widget.pointer
        while let candidate = current {
            let parent = gtk_widget_get_parent(candidate)
            if parent == list.pointer { return Widget(candidate) }
            current = parent
        }
        return nil
    }

    /// Returns where a row is, in pixels below the top of the visible list.
    private func span(of row: Widget) -> Range<Double> {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(row.pointer, scroller.pointer, &bounds) != 0 else { return 0..<0 }
        let top = Double(bounds.origin.y)
        return top..<top + max(0, Double(bounds.size.height))
    }

    private func visibleHeight(of row: Widget) -> Double {
        guard row.isMapped else { return 0 }
        let span = span(of: row)
        return min(span.upperBound, Double(gtk_widget_get_height(scroller.pointer))) - max(span.lowerBound, 0)
    }
}
