import CAdwaita

/// A layout of one child that fills the widget, whose width never depends on its height.
///
/// GTK 4.8 asks the content of a list for its width at a given height. A box answers by trying widths. It doesn't find
/// a suitable width if its texts are a pixel higher at some width than without a limit, which happens with fonts of
/// uneven sizes.
public enum WidthFirstLayout {
    /// A width at which text never wraps.
    private nonisolated static let unlimited: Int32 = 1 << 20

    /// Creates a widget with the layout around a child.
    public static func around(_ child: Widget) -> Widget {
        let widget = Widget.column([child])
        apply(to: widget)
        return widget
    }

    /// Sets the layout of a widget.
    public static func apply(to widget: Widget) {
        let layout = gtk_custom_layout_new(
            { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
            { widget, orientation, size, minimum, natural, _, _ in
                guard let child = gtk_widget_get_first_child(widget) else { return }
                let width = size < 0 ? WidthFirstLayout.unlimited : size
                gtk_widget_measure(
                    child, orientation, orientation == GTK_ORIENTATION_VERTICAL ? width : -1, minimum, natural, nil, nil
                )
            },
            { widget, width, height, baseline in
                guard let child = gtk_widget_get_first_child(widget) else { return }
                var allocation = GtkAllocation(x: 0, y: 0, width: width, height: height)
                gtk_widget_size_allocate(child, &allocation, baseline)
            })
        gtk_widget_set_layout_manager(widget.pointer, layout)
    }
}
