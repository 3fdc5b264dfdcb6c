import CAdwaita

/// A layout that makes a scrolled window as high as its content, up to its maximum content height. It uses a separate
/// widget around the window.
///
/// A scrolled window itself requests the height of its content at the content's natural width. In a narrower window,
/// text that wraps to more lines would be cut off.
public enum ContentHeightLayout {
    /// Creates a widget with the layout around a scrolled window that scrolls up and down only.
    public static func around(_ scroller: Widget) -> Widget {
        let widget = Widget.column([scroller])
        let layout = gtk_custom_layout_new(
            { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
            { widget, orientation, size, minimum, natural, _, _ in
                guard let scroller = gtk_widget_get_first_child(widget) else { return }
                gtk_widget_measure(scroller, orientation, size, minimum, natural, nil, nil)
                let window = OpaquePointer(scroller)
                guard orientation == GTK_ORIENTATION_VERTICAL, size >= 0, let natural,
                    let content = gtk_scrolled_window_get_child(window)
                else { return }
                var height: Int32 = 0
                gtk_widget_measure(content, orientation, size, nil, &height, nil, nil)
                let limit = gtk_scrolled_window_get_max_content_height(window)
                natural.pointee = max(minimum?.pointee ?? 0, limit < 0 ? height : min(height, limit))
            },
            { widget, width, height, baseline in
                guard let scroller = gtk_widget_get_first_child(widget) else { return }
                var allocation = GtkAllocation(x: 0, y: 0, width: width, height: height)
                gtk_widget_size_allocate(scroller, &allocation, baseline)
            })
        gtk_widget_set_layout_manager(widget.pointer, layout)
        return widget
    }
}
