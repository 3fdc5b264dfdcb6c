import CAdwaita
public import EssentialFeed
import GtkKit

/// The window that describes the program and shows its version.
public enum AboutWindow {
    /// Shows the window over another one.
    public static func present(over parent: MainWindow, version: String, language: Language) {
        let about = Widget(adw_about_window_new())
        adw_about_window_set_application_name(about.opaque, language.text(.appName))
        adw_about_window_set_application_icon(about.opaque, "org.essentialfeed.EssentialFeed")
        adw_about_window_set_version(about.opaque, version)
        adw_about_window_set_comments(about.opaque, language.text(.aboutText))
        adw_about_window_set_developer_name(about.opaque, "Essential Feed")
        adw_about_window_set_license_type(about.opaque, GTK_LICENSE_MIT_X11)
        gtk_window_set_transient_for(about.window, parent.widget.window)
        gtk_window_set_modal(about.window, gboolean(1))
        gtk_window_present(about.window)
    }
}
