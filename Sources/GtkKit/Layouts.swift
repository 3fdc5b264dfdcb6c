import CAdwaita

extension Widget {
    /// Sets the layout of the widget's children, whose height depends on their width.
    func setLayout(_ measure: GtkCustomMeasureFunc, _ allocate: GtkCustomAllocateFunc) {
        gtk_widget_set_layout_manager(
            pointer, gtk_custom_layout_new({ _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }, measure, allocate))
    }
}

/// Gives the only child the whole size of its parent.
private nonisolated func allocateChild(
    _ widget: UnsafeMutablePointer<GtkWidget>?, _ width: Int32, _ height: Int32, _ baseline: Int32
) {
    guard let child = gtk_widget_get_first_child(widget) else { return }
    var allocation = GtkAllocation(x: 0, y: 0, width: width, height: height)
    gtk_widget_size_allocate(child, &allocation, baseline)
}

/// A layout of two children: the second child is at the end of the line, and the first child fills the space before it.
/// If both don't fit on one line and the second child would need more than half of it, the second child is below the
/// first.
package enum BesideOrBelowLayout {
    /// The name under which a widget stores the space between its children.
    private nonisolated static let spacingKey = "essential-feed-spacing"

    /// The spacing is between children on the same line. Children on two lines have no space between them.
    package static func apply(to widget: Widget, spacing: Int32) {
        g_object_set_data(widget.cast(), spacingKey, UnsafeMutableRawPointer(bitPattern: UInt(spacing)))
        widget.setLayout(
            { widget, orientation, size, minimum, natural, _, _ in
                let sizes = Line(of: widget).sizes(orientation, for: size)
                minimum?.pointee = sizes.minimum
                natural?.pointee = sizes.natural
            },
            { widget, width, height, _ in Line(of: widget).allocate(width: width, height: height) })
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
            let object = UnsafeMutablePointer<GObject>(OpaquePointer(widget))
            spacing = Int32(clamping: UInt(bitPattern: g_object_get_data(object, BesideOrBelowLayout.spacingKey)))
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

/// A layout of one child that fills the widget, whose width never depends on its height.
///
/// GTK 4.8 asks the content of a list for its width at a given height. A box answers by trying widths. It doesn't find
/// a suitable width if its texts are a pixel higher at some width than without a limit, as with fonts of uneven sizes.
package enum WidthFirstLayout {
    /// A width at which text never wraps.
    private nonisolated static let unlimited: Int32 = 1 << 20

    package static func around(_ child: Widget) -> Widget {
        let widget = Widget.column([child])
        apply(to: widget)
        return widget
    }

    package static func apply(to widget: Widget) {
        widget.setLayout(
            { widget, orientation, size, minimum, natural, _, _ in
                guard let child = gtk_widget_get_first_child(widget) else { return }
                let width = size < 0 ? WidthFirstLayout.unlimited : size
                gtk_widget_measure(
                    child, orientation, orientation == GTK_ORIENTATION_VERTICAL ? width : -1, minimum, natural, nil, nil
                )
            },
            allocateChild)
    }
}

/// A layout for making a scrolled window as high as its content, up to its maximum content height. It uses a separate
/// widget around the window.
///
/// A scrolled window itself requests the height of its content at the content's natural width. In a narrower window,
/// text that wraps to more lines would be cut off.
package enum ContentHeightLayout {
    /// Creates a widget with the layout around a scrolled window that scrolls up and down only.
    package static func around(_ scroller: Widget) -> Widget {
        let widget = Widget.column([scroller])
        widget.setLayout(
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
            allocateChild)
        return widget
    }
}
