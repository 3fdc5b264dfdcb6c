import CAdwaita
import CGtkKit

/// A layout of two children: the second child is at the end of the line, and the first child takes the rest. If both
/// don't fit on one line and the second child would take more than half of it, the second child is below the first.
public enum BesideOrBelowLayout {
    /// The name under which a widget holds the space between its children.
    private nonisolated static let spacingKey = "essential-feed-spacing"

    /// Sets the layout of a widget.
    /// - Parameters:
    ///   - widget: A widget with two children.
    ///   - spacing: The space between children on the same line. Children on two lines have no space between them.
    public static func apply(to widget: Widget, spacing: Int32) {
        g_object_set_data(gtkkit_object(widget.raw), spacingKey, UnsafeMutableRawPointer(bitPattern: UInt(spacing)))
        let layout = gtk_custom_layout_new(
            { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH },
            { widget, orientation, size, minimum, natural, _, _ in
                let sizes = Line(of: widget).sizes(orientation, for: size)
                minimum?.pointee = sizes.minimum
                natural?.pointee = sizes.natural
            },
            { widget, width, height, _ in Line(of: widget).allocate(width: width, height: height) })
        gtk_widget_set_layout_manager(widget.pointer, layout)
    }

    private nonisolated struct Line {
        let first: UnsafeMutablePointer<GtkWidget>?
        let second: UnsafeMutablePointer<GtkWidget>?
        let isRightToLeft: Bool
        let spacing: Int32

        /// The visible children.
        init(of widget: UnsafeMutablePointer<GtkWidget>?) {
            let child = gtk_widget_get_first_child(widget)
            let next = child.flatMap { gtk_widget_get_next_sibling($0) }
            first = child.flatMap { gtk_widget_should_layout($0) == 0 ? nil : $0 }
            second = next.flatMap { gtk_widget_should_layout($0) == 0 ? nil : $0 }
            isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
            let key = BesideOrBelowLayout.spacingKey
            spacing = Int32(clamping: UInt(bitPattern: g_object_get_data(gtkkit_object(widget), key)))
        }

        private typealias Sizes = (minimum: Int32, natural: Int32)

        private static func sizes(
            _ child: UnsafeMutablePointer<GtkWidget>?, _ orientation: GtkOrientation, for size: Int32 = -1
        ) -> Sizes {
            var sizes: Sizes = (0, 0)
            guard let child else { return sizes }
            gtk_widget_measure(child, orientation, size, &sizes.minimum, &sizes.natural, nil, nil)
            return sizes
        }

        /// The width of the second child beside the first; `nil` if the second child is below.
        private func widthBeside(in width: Int32) -> Int32? {
            guard first != nil else { return width }
            guard second != nil else { return 0 }
            let left = Self.sizes(first, GTK_ORIENTATION_HORIZONTAL)
            let right = Self.sizes(second, GTK_ORIENTATION_HORIZONTAL)
            if left.natural + spacing + right.natural <= width { return right.natural }
            return right.natural > width / 2 || left.minimum + spacing + right.natural > width ? nil : right.natural
        }

        private func firstWidth(in width: Int32, beside second: Int32) -> Int32 {
            self.second == nil ? width : max(0, width - second - spacing)
        }

        func sizes(_ orientation: GtkOrientation, for size: Int32) -> (minimum: Int32, natural: Int32) {
            guard orientation == GTK_ORIENTATION_VERTICAL else {
                let (left, right) = (Self.sizes(first, orientation), Self.sizes(second, orientation))
                let between = first == nil || second == nil ? 0 : spacing
                return (max(left.minimum, right.minimum), left.natural + between + right.natural)
            }
            guard size >= 0, let beside = widthBeside(in: size) else {
                let above = Self.sizes(first, orientation, for: size)
                let below = Self.sizes(second, orientation, for: size)
                return size < 0
                    ? (max(above.minimum, below.minimum), max(above.natural, below.natural))
                    : (above.minimum + below.minimum, above.natural + below.natural)
            }
            let left = Self.sizes(first, orientation, for: firstWidth(in: size, beside: beside))
            let right = Self.sizes(second, orientation, for: beside)
            return (max(left.minimum, right.minimum), max(left.natural, right.natural))
        }

        func allocate(width: Int32, height: Int32) {
            guard let beside = widthBeside(in: width) else {
                let top = min(height, Self.sizes(first, GTK_ORIENTATION_VERTICAL, for: width).natural)
                place(first, GtkAllocation(x: 0, y: 0, width: width, height: top))
                place(second, GtkAllocation(x: 0, y: top, width: width, height: height - top))
                return
            }
            let rest = firstWidth(in: width, beside: beside)
            // A second child with baseline alignment uses the baseline of the first.
            var baseline: Int32 = -1
            if let first, second.map({ gtk_widget_get_valign($0) == GTK_ALIGN_BASELINE }) ?? false {
                gtk_widget_measure(first, GTK_ORIENTATION_VERTICAL, rest, nil, nil, &baseline, nil)
            }
            place(
                first, GtkAllocation(x: isRightToLeft ? width - rest : 0, y: 0, width: rest, height: height), baseline)
            place(
                second, GtkAllocation(x: isRightToLeft ? 0 : width - beside, y: 0, width: beside, height: height),
                baseline)
        }

        private func place(
            _ child: UnsafeMutablePointer<GtkWidget>?, _ allocation: GtkAllocation, _ baseline: Int32 = -1
        ) {
            guard let child else { return }
            var allocation = allocation
            gtk_widget_size_allocate(child, &allocation, baseline)
        }
    }
}
