import CAdwaita

/// Rules for how widgets look, for all of a display.
public final class StyleSheet {
    private let provider: ObjectReference

    public init(_ text: String) {
        let made = gtk_css_provider_new()
        guard let made else { preconditionFailure("GTK made no style sheet") }
        provider = ObjectReference(owning: UnsafeMutableRawPointer(made))
        gtk_css_provider_load_from_data(made, text, -1)
    }

    public func apply() {
        guard let display = gdk_display_get_default() else { return }
        gtk_style_context_add_provider_for_display(
            display, provider.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }
}
