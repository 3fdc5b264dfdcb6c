import CAdwaita

/// CSS rules for the widgets on a display.
public final class StyleSheet {
    private let provider: ObjectReference

    /// Creates a style sheet from CSS.
    public init(_ text: String) {
        guard let made = gtk_css_provider_new() else { preconditionFailure("GTK made no style sheet") }
        provider = ObjectReference(owning: UnsafeMutableRawPointer(made))
        load(text)
    }

    /// Replaces the rules.
    public func load(_ text: String) {
        gtk_css_provider_load_from_data(provider.pointer.assumingMemoryBound(to: GtkCssProvider.self), text, -1)
    }

    /// Applies the rules to the default display.
    public func apply() {
        guard let display = gdk_display_get_default() else { return }
        gtk_style_context_add_provider_for_display(
            display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }
}
