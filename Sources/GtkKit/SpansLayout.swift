import CAdwaita

/// A layout of children beside each other, each in a span of the width that is set for it. The spans follow the reading
/// direction. The widget is as high as its highest child.
///
/// The minimum width is 0, so the spans don't prevent a window from getting narrower.
package enum SpansLayout {
    /// The names under which a child stores the start and the width of its span.
    private nonisolated static let startKey = "essential-feed-span-start"
    private nonisolated static let widthKey = "essential-feed-span-width"

    package static func set(_ span: Range<Int>, of child: Widget) {
        guard self.span(of: child.pointer) != (Int32(clamping: span.lowerBound), Int32(clamping: span.count)) else {
            return
        }
        let object: UnsafeMutablePointer<GObject> = child.cast()
        g_object_set_data(object, startKey, UnsafeMutableRawPointer(bitPattern: span.lowerBound))
        g_object_set_data(object, widthKey, UnsafeMutableRawPointer(bitPattern: span.count))
        gtk_widget_queue_resize(child.pointer)
    }

    package static func apply(to widget: Widget) {
        widget.setLayout(
            { widget, orientation, _, minimum, natural, _, _ in
                var height: Int32 = 0
                for child in children(of: widget) where gtk_widget_should_layout(child) != 0 {
                    height = max(height, SpansLayout.height(of: child))
                }
                minimum?.pointee = orientation == GTK_ORIENTATION_VERTICAL ? height : 0
                natural?.pointee = minimum?.pointee ?? 0
            },
            { widget, width, height, baseline in
                let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
                for child in children(of: widget) where gtk_widget_should_layout(child) != 0 {
                    let span = SpansLayout.span(of: child)
                    var allocation = GtkAllocation(
                        x: isRightToLeft ? width - span.start - span.width : span.start, y: 0, width: span.width,
                        height: max(height, SpansLayout.height(of: child)))
                    gtk_widget_size_allocate(child, &allocation, baseline)
                }
            })
    }

    private nonisolated static func span(of child: UnsafeMutablePointer<GtkWidget>?) -> (start: Int32, width: Int32) {
        func number(_ key: String) -> Int32 {
            Int32(clamping: Int(bitPattern: g_object_get_data(UnsafeMutablePointer(OpaquePointer(child)), key)))
        }
        return (number(startKey), number(widthKey))
    }

    private nonisolated static func height(of child: UnsafeMutablePointer<GtkWidget>?) -> Int32 {
        // The minimum, because a picture's natural height depends on what it shows.
        var (least, height): (Int32, Int32) = (0, 0)
        // GTK doesn't measure a widget for less than its minimum width. A wider widget is cut off at the span.
        gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
        gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, max(least, span(of: child).width), &height, nil, nil, nil)
        return height
    }
}
