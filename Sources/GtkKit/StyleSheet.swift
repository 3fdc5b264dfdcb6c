import CAdwaita

/// Rules for how widgets look, for all of a display.
public final class StyleSheet {
    private let provider: ObjectReference

    public init(_ text: String) {
        guard let made = gtk_css_provider_new() else { preconditionFailure("GTK made no style sheet") }
        provider = ObjectReference(owning: UnsafeMutableRawPointer(made))
        load(text)
    }

    /// Puts other rules in the place of those that it has.
    public func load(_ text: String) {
        gtk_css_provider_load_from_data(provider.pointer.assumingMemoryBound(to: GtkCssProvider.self), text, -1)
    }

    public func apply() {
        guard let display = gdk_display_get_default() else { return }
        gtk_style_context_add_provider_for_display(
            display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }
}
