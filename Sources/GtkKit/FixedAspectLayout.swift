import CAdwaita
import CGtkKit

/// A layout in which a widget's height depends only on its width, at a fixed ratio and independent of its content: a
/// box has the same height before and after its picture loads. Each child fills the widget or is centred in it.
public enum FixedAspectLayout {
    /// The name under which a widget stores its ratio, as the bits of a `Double`.
    private nonisolated static let ratioKey = "essential-feed-height-by-width"

    /// Sets the ratio of a widget's height to its width.
    public static func set(heightByWidth: Double, of widget: Widget) {
        guard ratio(of: widget.pointer) != heightByWidth else { return }
        g_object_set_data(
            gtkkit_object(widget.raw), ratioKey, UnsafeMutableRawPointer(bitPattern: UInt(heightByWidth.bitPattern)))
        gtk_widget_queue_resize(widget.pointer)
    }

    private nonisolated static func ratio(of widget: UnsafeMutablePointer<GtkWidget>?) -> Double {
        Double(bitPattern: UInt64(UInt(bitPattern: g_object_get_data(gtkkit_object(widget), ratioKey))))
    }

    /// Sets the layout of a widget.
    public static func apply(to widget: Widget, heightByWidth: Double) {
        set(heightByWidth: heightByWidth, of: widget)
        let layout = gtk_custom_layout_new(
            { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
            { widget, orientation, size, minimum, natural, _, _ in
                let length: Int32 =
                    orientation == GTK_ORIENTATION_VERTICAL
                    ? Int32((Double(max(0, size)) * FixedAspectLayout.ratio(of: widget)).rounded(.up)) : 0
                minimum?.pointee = length
                natural?.pointee = length
            },
            { widget, width, height, baseline in
                var child = gtk_widget_get_first_child(widget)
                while let current = child {
                    var allocation = GtkAllocation(x: 0, y: 0, width: width, height: height)
                    FixedAspectLayout.place(current, in: &allocation)
                    gtk_widget_size_allocate(current, &allocation, baseline)
                    child = gtk_widget_get_next_sibling(current)
                }
            })
        gtk_widget_set_layout_manager(widget.pointer, layout)
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
