public import CAdwaita
import CGtkKit

/// A widget, without owning it: its parent does, or an ``ObjectReference``.
public struct Widget: Hashable {
    public let pointer: UnsafeMutablePointer<GtkWidget>

    public init(_ pointer: UnsafeMutablePointer<GtkWidget>) {
        self.pointer = pointer
    }

    /// What a function that makes a widget returned. It never is null.
    public init(_ made: UnsafeMutablePointer<GtkWidget>?) {
        guard let made else { preconditionFailure("GTK made no widget") }
        pointer = made
    }

    public var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }
    public var opaque: OpaquePointer { OpaquePointer(pointer) }
    public var box: UnsafeMutablePointer<GtkBox> { gtkkit_box(pointer) }
    public var button: UnsafeMutablePointer<GtkButton> { gtkkit_button(pointer) }
    public var window: UnsafeMutablePointer<GtkWindow> { gtkkit_window(pointer) }

    // MARK: Making

    public static func column(spacing: Int32 = 0, _ children: [Widget] = []) -> Widget {
        box(GTK_ORIENTATION_VERTICAL, spacing, children)
    }

    public static func row(spacing: Int32 = 0, _ children: [Widget] = []) -> Widget {
        box(GTK_ORIENTATION_HORIZONTAL, spacing, children)
    }

    private static func box(_ orientation: GtkOrientation, _ spacing: Int32, _ children: [Widget]) -> Widget {
        let widget = Widget(gtk_box_new(orientation, spacing))
        widget.append(children)
        return widget
    }

    /// Text that wraps, or, with a limit of lines, ends in an ellipsis.
    public static func label(_ text: String = "", classes: [String] = [], lines: Int32 = -1) -> Widget {
        let label = Widget(gtk_label_new(text))
        // A label that wraps and ends in an ellipsis after its first line confuses GTK 4.8 about its width.
        gtk_label_set_wrap(label.opaque, gboolean(lines == 1 ? 0 : 1))
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(label.opaque, 0)
        label.breakWordsWithoutHyphen()
        if lines > 0 {
            gtk_label_set_lines(label.opaque, lines)
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        }
        return label.with(classes)
    }

    public static func iconButton(_ icon: String, label: String, classes: [String] = []) -> Widget {
        let button = Widget(gtk_button_new_from_icon_name(icon))
        gtk_widget_set_tooltip_text(button.pointer, label)
        button.setAccessibleLabel(label)
        return button.with(classes)
    }

    public static func textButton(_ text: String, classes: [String] = []) -> Widget {
        Widget(gtk_button_new_with_label(text)).with(classes)
    }

    /// Shows its child or not, sliding. What is not shown is not there for a screen reader either.
    public static func revealer(_ child: Widget, milliseconds: UInt32) -> Widget {
        let revealer = Widget(gtk_revealer_new())
        gtk_revealer_set_transition_duration(revealer.opaque, milliseconds)
        gtk_revealer_set_child(revealer.opaque, child.pointer)
        child.isVisible = false
        Signal.connect(revealer, "notify::child-revealed") {
            if gtk_revealer_get_reveal_child(revealer.opaque) == 0 { child.isVisible = false }
        }
        return revealer
    }

    /// Whether a revealer shows its child.
    public func reveal(_ isRevealed: Bool) {
        if isRevealed, let child = gtk_revealer_get_child(opaque) { gtk_widget_set_visible(child, gboolean(1)) }
        gtk_revealer_set_reveal_child(opaque, gboolean(isRevealed ? 1 : 0))
    }

    /// Shows one child of a stack. The others are not there for a screen reader.
    public func showPage(_ name: String) {
        let shown = gtk_stack_get_child_by_name(opaque, name)
        var child = gtk_widget_get_first_child(pointer)
        while let current = child {
            if current == shown { gtk_widget_set_visible(current, gboolean(1)) }
            child = gtk_widget_get_next_sibling(current)
        }
        gtk_stack_set_visible_child_name(opaque, name)
        child = gtk_widget_get_first_child(pointer)
        while let current = child {
            if current != shown { gtk_widget_set_visible(current, gboolean(0)) }
            child = gtk_widget_get_next_sibling(current)
        }
    }

    // MARK: Changing

    public func append(_ children: [Widget]) {
        for child in children { gtk_box_append(box, child.pointer) }
    }

    @discardableResult
    public func with(_ classes: [String]) -> Widget {
        for name in classes { gtk_widget_add_css_class(pointer, name) }
        return self
    }

    public func setClass(_ name: String, _ isSet: Bool) {
        if isSet { gtk_widget_add_css_class(pointer, name) } else { gtk_widget_remove_css_class(pointer, name) }
    }

    public func hasClass(_ name: String) -> Bool {
        gtk_widget_has_css_class(pointer, name) != 0
    }

    public var isVisible: Bool {
        get { gtk_widget_get_visible(pointer) != 0 }
        nonmutating set { gtk_widget_set_visible(pointer, gboolean(newValue ? 1 : 0)) }
    }

    public var isMapped: Bool { gtk_widget_get_mapped(pointer) != 0 }

    /// Whether the keyboard's focus of the window is on it.
    public var hasFocus: Bool { gtk_widget_is_focus(pointer) != 0 }

    /// Sets the text of a label. It is never read as markup, and without control characters and bidirectional
    /// overrides of a server's.
    ///
    /// Pango limits the lines of each paragraph. Where lines are limited, the text becomes one paragraph.
    public func setText(_ text: String) {
        let clean = PlainText.clean(text)
        gtk_label_set_text(opaque, gtk_label_get_lines(opaque) > 0 ? clean.replacing("\n", with: " ") : clean)
    }

    /// Breaks a word of a label that is longer than a line without a hyphen: a hyphen would change an address or a name.
    public func breakWordsWithoutHyphen() {
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        gtk_label_set_attributes(opaque, attributes)
    }

    /// The same for all labels in a widget that GTK or libadwaita made.
    public func breakWordsOfLabelsWithoutHyphen() {
        var child = gtk_widget_get_first_child(pointer)
        while let current = child {
            let widget = Widget(current)
            let instance = widget.raw.assumingMemoryBound(to: GTypeInstance.self)
            if g_type_check_instance_is_a(instance, gtk_label_get_type()) != 0 {
                widget.breakWordsWithoutHyphen()
            } else {
                widget.breakWordsOfLabelsWithoutHyphen()
            }
            child = gtk_widget_get_next_sibling(current)
        }
    }

    public var text: String {
        gtk_label_get_text(opaque).map { String(cString: $0) } ?? ""
    }

    public func setAccessibleLabel(_ text: String) {
        gtkkit_set_accessible_label(pointer, PlainText.clean(text))
    }

    /// Says more of a widget than what is seen of it: under the pointer, and to a screen reader. `nil` says nothing.
    public func setDetail(_ text: String?) {
        let clean = text.map(PlainText.clean)
        gtk_widget_set_tooltip_text(pointer, clean)
        gtkkit_set_accessible_description(pointer, clean ?? "")
    }

    public func setAccessibleBusy(_ isBusy: Bool) {
        gtkkit_set_accessible_busy(pointer, gboolean(isBusy ? 1 : 0))
    }

    /// Runs the work once, after the next frame of the widget's window has been laid out and drawn: only then is it
    /// known what is on the screen.
    /// - Returns: whether there will be such a frame: not before the widget is in a window.
    @discardableResult
    public func afterFrame(_ work: @escaping @MainActor () -> Void) -> Bool {
        guard let clock = gtk_widget_get_frame_clock(pointer) else { return false }
        let raw = UnsafeMutableRawPointer(clock)
        let connection = Connection()
        connection.id = Signal.connect(raw, "after-paint") { _ in
            guard let id = connection.id else { return }
            connection.id = nil
            Signal.disconnect(raw, id)
            work()
        }
        gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
        return true
    }

    private final class Connection {
        var id: UInt?
    }

    public func onClick(_ handler: @escaping @MainActor () -> Void) {
        Signal.connect(self, "clicked", handler)
    }

    public func margins(horizontal: Int32 = 0, top: Int32 = 0, bottom: Int32 = 0) -> Widget {
        gtk_widget_set_margin_start(pointer, horizontal)
        gtk_widget_set_margin_end(pointer, horizontal)
        gtk_widget_set_margin_top(pointer, top)
        gtk_widget_set_margin_bottom(pointer, bottom)
        return self
    }

    public func expanding(horizontally: Bool = false, vertically: Bool = false) -> Widget {
        if horizontally { gtk_widget_set_hexpand(pointer, gboolean(1)) }
        if vertically { gtk_widget_set_vexpand(pointer, gboolean(1)) }
        return self
    }

    public func aligned(horizontally: GtkAlign? = nil, vertically: GtkAlign? = nil) -> Widget {
        if let horizontally { gtk_widget_set_halign(pointer, horizontally) }
        if let vertically { gtk_widget_set_valign(pointer, vertically) }
        return self
    }
}
