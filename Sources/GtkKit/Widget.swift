package import CAdwaita
import CGtkKit

/// A reference to a widget without ownership. The widget's parent or an ``ObjectReference`` owns it.
package struct Widget: Hashable {
    /// The widget. Valid as long as its owner holds it.
    package let pointer: UnsafeMutablePointer<GtkWidget>

    package init(_ pointer: UnsafeMutablePointer<GtkWidget>) { self.pointer = pointer }

    /// Creates a reference to a new widget from a C function. The result must not be null.
    package init(_ made: UnsafeMutablePointer<GtkWidget>?) {
        guard let made else { preconditionFailure("GTK made no widget") }
        pointer = made
    }

    package var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }
    /// The widget as an opaque pointer, for C types that Swift doesn't import.
    package var opaque: OpaquePointer { OpaquePointer(pointer) }
    /// Returns the widget as the parameter type of a C function, which it must be.
    package func cast<Type>() -> UnsafeMutablePointer<Type> { UnsafeMutablePointer(opaque) }
    package var box: UnsafeMutablePointer<GtkBox> { cast() }
    package var button: UnsafeMutablePointer<GtkButton> { cast() }
    package var window: UnsafeMutablePointer<GtkWindow> { cast() }

    // MARK: Making

    package static func column(
        spacing: Int32 = 0, role: GtkAccessibleRole? = nil, _ children: [Widget] = []
    ) -> Widget {
        box(GTK_ORIENTATION_VERTICAL, spacing, role, children)
    }

    package static func row(
        spacing: Int32 = 0, role: GtkAccessibleRole? = nil, _ children: [Widget] = []
    ) -> Widget {
        box(GTK_ORIENTATION_HORIZONTAL, spacing, role, children)
    }

    private static func box(
        _ orientation: GtkOrientation, _ spacing: Int32, _ role: GtkAccessibleRole?, _ children: [Widget]
    ) -> Widget {
        let made: UnsafeMutablePointer<GtkWidget>? =
            if let role { gtkkit_box_with_role(orientation, role) } else { gtk_box_new(orientation, 0) }
        let widget = Widget(made)
        gtk_box_set_spacing(widget.box, spacing)
        widget.append(children)
        return widget
    }

    /// Creates a label whose text wraps or, with a line limit, ends in an ellipsis.
    package static func label(_ text: String = "", classes: [String] = [], lines: Int32 = -1) -> Widget {
        let label = Widget(gtk_label_new(text))
        // GTK 4.8 miscalculates the width of a wrapping label with an ellipsis after its first line.
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

    package static func centredLabel(classes: [String] = [], lines: Int32 = -1) -> Widget {
        let label = label(classes: classes, lines: lines)
        gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
        gtk_label_set_xalign(label.opaque, 0.5)
        return label
    }

    package static func spinner(size: Int32) -> Widget {
        let spinner = Widget(gtk_spinner_new()).aligned(horizontally: GTK_ALIGN_CENTER)
        gtk_widget_set_size_request(spinner.pointer, size, size)
        return spinner
    }

    /// Shows a turning spinner, or hides it.
    package func spin(_ isSpinning: Bool) {
        gtk_spinner_set_spinning(opaque, gboolean(isSpinning ? 1 : 0))
        isVisible = isSpinning
    }

    package static func clamp(_ child: Widget, maximumWidth: Int32 = 600) -> Widget {
        let clamp = Widget(adw_clamp_new())
        adw_clamp_set_maximum_size(clamp.opaque, maximumWidth)
        adw_clamp_set_child(clamp.opaque, child.pointer)
        return clamp
    }

    /// Creates a scrolled window whose child scrolls up and down only.
    package static func scroller(_ child: Widget) -> Widget {
        let scroller = Widget(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scroller.opaque, child.pointer)
        return scroller
    }

    /// Creates a button with an icon. The label is its tooltip and its name for screen readers.
    package static func iconButton(_ icon: String, label: String, classes: [String] = []) -> Widget {
        let button = Widget(gtk_button_new_from_icon_name(icon))
        button.setLabel(label)
        return button.with(classes)
    }

    package static func textButton(_ text: String, classes: [String] = []) -> Widget {
        Widget(gtk_button_new_with_label(text)).with(classes)
    }

    /// Creates a revealer for sliding its child in and out. A hidden child is also hidden from screen readers.
    package static func revealer(_ child: Widget, milliseconds: UInt32) -> Widget {
        let revealer = Widget(gtk_revealer_new())
        gtk_revealer_set_transition_duration(revealer.opaque, milliseconds)
        gtk_revealer_set_child(revealer.opaque, child.pointer)
        child.isVisible = false
        Signal.connect(revealer, "notify::child-revealed") {
            if gtk_revealer_get_reveal_child(revealer.opaque) == 0 { child.isVisible = false }
        }
        return revealer
    }

    package func reveal(_ isRevealed: Bool) {
        if isRevealed, let child = gtk_revealer_get_child(opaque) { gtk_widget_set_visible(child, gboolean(1)) }
        gtk_revealer_set_reveal_child(opaque, gboolean(isRevealed ? 1 : 0))
    }

    /// Shows one child of a stack. The others are also hidden from screen readers.
    package func showPage(_ name: String) {
        guard let shown = gtk_stack_get_child_by_name(opaque, name).map({ Widget($0) }) else { return }
        shown.isVisible = true
        gtk_stack_set_visible_child_name(opaque, name)
        for child in children where child != shown { child.isVisible = false }
    }

    // MARK: Changing

    package func append(_ children: [Widget]) { for child in children { gtk_box_append(box, child.pointer) } }

    @discardableResult
    package func with(_ classes: [String]) -> Widget {
        for name in classes { gtk_widget_add_css_class(pointer, name) }
        return self
    }

    package func setClass(_ name: String, _ isSet: Bool) {
        if isSet { gtk_widget_add_css_class(pointer, name) } else { gtk_widget_remove_css_class(pointer, name) }
    }

    package func hasClass(_ name: String) -> Bool { gtk_widget_has_css_class(pointer, name) != 0 }

    /// Whether the widget is shown as soon as its parents are.
    package var isVisible: Bool {
        get { gtk_widget_get_visible(pointer) != 0 }
        nonmutating set { gtk_widget_set_visible(pointer, gboolean(newValue ? 1 : 0)) }
    }

    /// Whether the widget is on the screen, or would be if it weren't covered.
    package var isMapped: Bool { gtk_widget_get_mapped(pointer) != 0 }

    package var hasFocus: Bool { gtk_widget_is_focus(pointer) != 0 }

    /// Sets the text of a label. The text is never interpreted as markup.
    ///
    /// A label with a line limit gets the text as one paragraph, because Pango limits the lines of each paragraph. The
    /// text is truncated to what the lines can hold, because Pango measures a paragraph in 32 bits.
    package func setText(_ text: String) {
        guard gtk_label_get_lines(opaque) > 0 else { return gtk_label_set_text(opaque, text) }
        let shown = text.unicodeScalars.prefix(Self.lineCharacters)
        let line = String.UnicodeScalarView(shown.map { $0 == "\n" || $0 == "\u{2029}" ? " " : $0 })
        gtk_label_set_text(opaque, String(line) + (shown.endIndex < text.unicodeScalars.endIndex ? "…" : ""))
    }

    /// More characters than a few lines of a card hold.
    private static let lineCharacters = 2_000

    /// Makes the text of a label selectable with the pointer and with keys. Returns the widget itself.
    package func selectable() -> Widget {
        gtk_label_set_selectable(opaque, gboolean(1))
        return self
    }

    /// Lets a label break long words without hyphens, which would change an address or a name.
    package func breakWordsWithoutHyphen() {
        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        gtk_label_set_attributes(opaque, attributes)
    }

    /// Lets all labels inside a GTK or libadwaita widget break words without hyphens.
    package func breakWordsOfLabelsWithoutHyphen() { forEachLabel { $0.breakWordsWithoutHyphen() } }

    package func forEachLabel(_ body: (Widget) -> Void) {
        for child in children {
            if child.isLabel { body(child) } else { child.forEachLabel(body) }
        }
    }

    package var isLabel: Bool { g_type_check_instance_is_a(cast(), gtk_label_get_type()) != 0 }

    package var children: [Widget] { GtkKit.children(of: pointer).map { Widget($0) } }

    package func contains(_ other: Widget) -> Bool { gtk_widget_is_ancestor(other.pointer, pointer) != 0 }

    package var windowFocus: Widget? {
        gtk_widget_get_root(pointer).flatMap { gtk_root_get_focus($0) }.map { Widget($0) }
    }

    /// The scale of texts, such as 2 for 200 %; smaller texts count as 1.
    package var textScale: Double {
        max(1, pango_cairo_context_get_resolution(gtk_widget_get_pango_context(pointer)) / 96)
    }

    package var text: String { gtk_label_get_text(opaque).map { String(cString: $0) } ?? "" }

    /// Returns the widget's position inside another one; `nil` if unknown.
    package func bounds(in other: Widget) -> graphene_rect_t? {
        var bounds = graphene_rect_t()
        return gtk_widget_compute_bounds(pointer, other.pointer, &bounds) != 0 ? bounds : nil
    }

    /// Sets the label of a widget without text: its tooltip and its name for screen readers.
    package func setLabel(_ text: String) {
        gtk_widget_set_tooltip_text(pointer, text)
        setAccessibleLabel(text)
    }

    package func setAccessibleLabel(_ text: String) { gtkkit_set_accessible_label(pointer, text) }

    /// Sets the description that screen readers announce after the widget's name.
    package func setAccessibleDescription(_ text: String) { gtkkit_set_accessible_description(pointer, text) }

    /// Sets the description for the tooltip and for screen readers; `nil` removes it.
    package func setDetail(_ text: String?) {
        gtk_widget_set_tooltip_text(pointer, text)
        gtkkit_set_accessible_description(pointer, text ?? "")
    }

    package func setAccessibleBusy(_ isBusy: Bool) {
        gtkkit_set_accessible_busy(pointer, gboolean(isBusy ? 1 : 0))
    }

    package func setAccessibleSelected(_ isSelected: Bool) {
        gtkkit_set_accessible_selected(pointer, gboolean(isSelected ? 1 : 0))
    }

    /// Runs the work once, after the next frame of the widget's window is laid out and drawn, when the screen's content
    /// has settled.
    /// - Returns: Whether such a frame will follow. A widget outside a window has no frames.
    @discardableResult
    package func afterFrame(_ work: @escaping @MainActor () -> Void) -> Bool {
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

    package func onClick(_ handler: @escaping @MainActor () -> Void) {
        Signal.connect(self, "clicked", handler)
    }

    package func margins(horizontal: Int32 = 0, top: Int32 = 0, bottom: Int32 = 0) -> Widget {
        gtk_widget_set_margin_start(pointer, horizontal)
        gtk_widget_set_margin_end(pointer, horizontal)
        gtk_widget_set_margin_top(pointer, top)
        gtk_widget_set_margin_bottom(pointer, bottom)
        return self
    }

    @discardableResult
    package func expanding(horizontally: Bool = false, vertically: Bool = false) -> Widget {
        if horizontally { gtk_widget_set_hexpand(pointer, gboolean(1)) }
        if vertically { gtk_widget_set_vexpand(pointer, gboolean(1)) }
        return self
    }

    @discardableResult
    package func aligned(horizontally: GtkAlign? = nil, vertically: GtkAlign? = nil) -> Widget {
        if let horizontally { gtk_widget_set_halign(pointer, horizontally) }
        if let vertically { gtk_widget_set_valign(pointer, vertically) }
        return self
    }
}

nonisolated func children(of widget: UnsafeMutablePointer<GtkWidget>?) -> [UnsafeMutablePointer<GtkWidget>] {
    guard let first = gtk_widget_get_first_child(widget) else { return [] }
    return Array(sequence(first: first) { gtk_widget_get_next_sibling($0) })
}

/// CSS rules for the widgets on a display.
package final class StyleSheet {
    private let provider: ObjectReference

    /// The display keeps the rules.
    package init() {
        provider = ObjectReference(owning: gtk_css_provider_new())
        guard let display = gdk_display_get_default() else { return }
        gtk_style_context_add_provider_for_display(
            display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

    package func load(_ text: String) { gtk_css_provider_load_from_data(provider.cast(), text, -1) }
}
