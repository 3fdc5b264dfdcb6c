import CAdwaita

/// A layout in which a widget's height depends only on its width, at a fixed ratio and independent of its content: a
/// box has the same height before and after its picture loads. Each child fills the widget or is centred in it.
package enum FixedAspectLayout {
    /// The name under which a widget stores its ratio, as the bits of a `Double`.
    private nonisolated static let ratioKey = "essential-feed-height-by-width"

    package static func set(heightByWidth: Double, of widget: Widget) {
        guard ratio(of: widget.pointer) != heightByWidth else { return }
        g_object_set_data(
            widget.cast(), ratioKey, UnsafeMutableRawPointer(bitPattern: UInt(heightByWidth.bitPattern)))
        gtk_widget_queue_resize(widget.pointer)
    }

    private nonisolated static func ratio(of widget: UnsafeMutablePointer<GtkWidget>?) -> Double {
        let object = UnsafeMutablePointer<GObject>(OpaquePointer(widget))
        return Double(bitPattern: UInt64(UInt(bitPattern: g_object_get_data(object, ratioKey))))
    }

    package static func apply(to widget: Widget, heightByWidth: Double) {
        set(heightByWidth: heightByWidth, of: widget)
        widget.setLayout(
            { widget, orientation, size, minimum, natural, _, _ in
                let length: Int32 =
                    orientation == GTK_ORIENTATION_VERTICAL
                    ? Int32((Double(max(0, size)) * FixedAspectLayout.ratio(of: widget)).rounded(.up)) : 0
                minimum?.pointee = length
                natural?.pointee = length
            },
            { widget, width, height, baseline in
                for child in children(of: widget) {
                    var allocation = GtkAllocation(x: 0, y: 0, width: width, height: height)
                    FixedAspectLayout.place(child, in: &allocation)
                    gtk_widget_size_allocate(child, &allocation, baseline)
                }
            })
    }

    /// Centres a child with centre alignment at its natural size.
    private nonisolated static func place(_ child: UnsafeMutablePointer<GtkWidget>, in allocation: inout GtkAllocation)
    {
        guard gtk_widget_get_halign(child) == GTK_ALIGN_CENTER else {
            var minimum: Int32 = 0
            gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
            return
        }
        var size = GtkRequisition()
        gtk_widget_get_preferred_size(child, nil, &size)
        let width = min(size.width, allocation.width)
        // Text that wraps at this width is taller than one line.
        gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, nil, &size.height, nil, nil)
        let height = min(size.height, allocation.height)
        allocation = GtkAllocation(
            x: allocation.x + (allocation.width - width) / 2, y: allocation.y + (allocation.height - height) / 2,
            width: width, height: height)
    }
}
