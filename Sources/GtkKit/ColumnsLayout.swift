import CAdwaita
import CGtkKit

/// A layout of children in columns of equal width, aligned at the top, each with its natural height. The columns follow
/// the reading direction. Hidden children at the end leave their columns empty.
///
/// The minimum width is that of a single column, so that the number of columns doesn't prevent a window from getting
/// narrower.
public enum ColumnsLayout {
    /// The names under which a widget stores the number of its columns and the space between them.
    private nonisolated static let countKey = "essential-feed-columns"
    private nonisolated static let spacingKey = "essential-feed-column-spacing"

    /// Sets the layout of a widget.
    /// - Parameter spacing: The space between two columns in pixels.
    public static func apply(to widget: Widget, spacing: Int) {
        g_object_set_data(gtkkit_object(widget.raw), spacingKey, UnsafeMutableRawPointer(bitPattern: spacing))
        widget.setLayout(
            { widget, orientation, size, minimum, natural, _, _ in
                let columns = ColumnsLayout.columns(of: widget)
                let width = orientation == GTK_ORIENTATION_VERTICAL && size >= 0 ? columns.width(in: size) : -1
                var (least, wanted): (Int32, Int32) = (0, 0)
                ColumnsLayout.forEachChild(of: widget) { child, _ in
                    var (leastOfChild, wantedOfChild): (Int32, Int32) = (0, 0)
                    let width = width < 0 ? width : max(width, ColumnsLayout.leastWidth(of: child))
                    gtk_widget_measure(child, orientation, width, &leastOfChild, &wantedOfChild, nil, nil)
                    least = max(least, leastOfChild)
                    wanted = max(wanted, wantedOfChild)
                }
                minimum?.pointee = least
                natural?.pointee = orientation == GTK_ORIENTATION_VERTICAL ? wanted : columns.total(of: wanted)
            },
            { widget, width, height, baseline in
                let columns = ColumnsLayout.columns(of: widget)
                let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
                ColumnsLayout.forEachChild(of: widget) { child, column in
                    let least = ColumnsLayout.leastWidth(of: child)
                    let place = max(columns.width(in: width), least)
                    var (leastHeight, wanted): (Int32, Int32) = (0, 0)
                    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, place, &leastHeight, &wanted, nil, nil)
                    let start = column * (place + columns.spacing)
                    var allocation = GtkAllocation(
                        x: isRightToLeft ? width - start - place : start, y: 0, width: place,
                        height: max(leastHeight, min(wanted, height)))
                    gtk_widget_size_allocate(child, &allocation, baseline)
                }
            })
    }

    /// Sets the number of a widget's columns.
    public static func set(count: Int, of widget: Widget) {
        guard Int(columns(of: widget.pointer).count) != count else { return }
        g_object_set_data(gtkkit_object(widget.raw), countKey, UnsafeMutableRawPointer(bitPattern: count))
        gtk_widget_queue_resize(widget.pointer)
    }

    private nonisolated struct Columns {
        let count: Int32
        let spacing: Int32

        func width(in total: Int32) -> Int32 {
            max(0, (total + spacing) / count - spacing)
        }

        func total(of width: Int32) -> Int32 {
            Int32(clamping: Int(count) * (Int(width) + Int(spacing)) - Int(spacing))
        }
    }

    private nonisolated static func columns(of widget: UnsafeMutablePointer<GtkWidget>?) -> Columns {
        func number(_ key: String) -> Int32 {
            Int32(clamping: Int(bitPattern: g_object_get_data(gtkkit_object(widget), key)))
        }
        return Columns(count: max(1, number(countKey)), spacing: max(0, number(spacingKey)))
    }

    private nonisolated static func forEachChild(
        of widget: UnsafeMutablePointer<GtkWidget>?, _ body: (UnsafeMutablePointer<GtkWidget>, Int32) -> Void
    ) {
        for (column, child) in children(of: widget).enumerated() where gtk_widget_should_layout(child) != 0 {
            body(child, Int32(column))
        }
    }

    private nonisolated static func leastWidth(of child: UnsafeMutablePointer<GtkWidget>) -> Int32 {
        var least: Int32 = 0
        gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
        return least
    }
}
